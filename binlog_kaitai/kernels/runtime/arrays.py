"""Types of the arrays that kernels take, for those who read their records.

To Numba an array's type is that of what it is given, so that these say, and do not check, what is
there: a dtype, and the shape, `n` being any length.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

Bytes: TypeAlias = Annotated[Any, "uint8 (n,)"]
Ints: TypeAlias = Annotated[Any, "int64 (n,)"]
Floats: TypeAlias = Annotated[Any, "float64 (n,)"]
Flags: TypeAlias = Annotated[Any, "bool (n,)"]
Records: TypeAlias = Annotated[Any, "records of a dtype (n,)"]
Record: TypeAlias = Annotated[Any, "the record of a SharedState"]

"""Types that are one number as a whole, of as many bytes as a param tells.

Such a type says so by the hint `-columnar-number`. Its fields, each for one of the sizes, are then
read by one load.
"""

from __future__ import annotations

from binlog_kaitai.compiler.evaluation import evaluate_number
from binlog_kaitai.compiler.kernel import Kernel, Value
from binlog_kaitai.compiler.specs import unsupported

_LOADERS = {"le": "uxle", "be": "uxbe"}
_MOST = 8  # bytes that one load takes


def read_number(kernel: Kernel, hint: dict[str, str]) -> None:
    """Emit what reads the number; bytes of other sizes than a word holds are invalid.

    Raises:
        RefusedError: The hint has a construct that is not supported.
    """
    path = "/-columnar-number"
    if hint.keys() != {"name", "size", "endian"} or hint["endian"] not in _LOADERS:
        raise kernel.type.refused(path, unsupported(hint))
    name, size = hint["name"], evaluate_number(kernel, hint["size"], f"{path}/size")
    load = kernel.use_loader(_LOADERS[hint["endian"]])
    kernel.reject_if(f"not 0 <= {size} <= {_MOST} or end - pos < {size}")
    kernel.emit(f"{name} = {load}(buffer, pos, {size})")
    kernel.emit(f"pos += {size}")
    kernel.values[name] = Value("int", name)

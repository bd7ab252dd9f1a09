"""What Kaitai Struct's own compiler is called, and what lies beside specs for it."""

COMMAND = "kaitai-struct-compiler"
"""The program on the path, and npm's package."""

SCRIPT = "compile.mjs"
"""What runs npm's package."""

PACKAGES = ("package.json", "package-lock.json")
"""What npm installs it by."""

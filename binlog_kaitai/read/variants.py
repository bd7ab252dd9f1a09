"""JSON text as VARIANT, by kernels: Spark's own way from Python takes far longer."""

from binlog_kaitai.kernels.columns.variants import Variant, Variants

__all__ = ["Variant", "Variants"]

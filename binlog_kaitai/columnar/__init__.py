"""The engine for data: kernels compiled from the specs, a chunk of a log at a time."""

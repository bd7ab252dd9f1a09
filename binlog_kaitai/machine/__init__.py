"""What kernels are made of: numbers and bytes at the speed of the machine, and no binary log."""

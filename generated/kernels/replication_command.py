"""Kernels of ksy/replication_command.ksy, compiled by `make generate`. Not to be edited."""


SEMI_SYNC_MAGIC_PACKET = 239

"""A replication stream by kernels: packets to the chunk that a walk scans.

`runs` takes the headers off packets that follow each other and puts their events into the chunk;
what is not plain goes through `binlog_kaitai.tree.packets`, one packet at a time.
"""

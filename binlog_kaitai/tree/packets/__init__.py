"""The events that a server sends to a replica, packet by packet.

`PacketReader` checks that each packet holds the stream's next event, and gives its changes.
`PacketMemory` is all that the packets so far have left, as text that outlives a process.
"""

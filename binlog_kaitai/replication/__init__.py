"""Read logs from a running server, as a replica does.

`uris` parses `mysql://user@host:3306`, `sessions` opens connections with PyMySQL, `servers` lists
the logs, and `dumps` requests their events. The server sends the events of the log, and artificial
events for replicas. Without the artificial events, `log_files` writes files that are equal to the
server's, byte for byte. So every reader of files can read servers: `logs` opens a server's log like
`io.files` opens a file. Meanwhile, `downloads` receives it, and `received` buffers its unread
bytes; `archive` stores the files.

Passwords are in no URI, message, repr or pickle: `passwords` looks them up for each session.
"""

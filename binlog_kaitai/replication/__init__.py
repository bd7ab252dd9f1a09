"""A running server as a place where logs are: a session asks for them as a replica does.

`uris` reads `mysql://user@host:3306`, `sessions` opens connections by PyMySQL, `servers` asks what
logs there are, and `dumps` has the server send them. What it sends is the log, event by event,
between events that it makes up for replicas: without these, `log_files` writes files that are the
server's own byte for byte. So all that reads files reads servers: `logs` opens a server's log as
`io.files` opens a file. `downloads` has it sent meanwhile, and `received` holds what is still to be
read; `archive` keeps the files.

Passwords are in no URI, message, repr or pickle: `passwords` looks them up where a session opens.
"""

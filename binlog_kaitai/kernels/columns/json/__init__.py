"""JSON documents: MySQL's binary form to the server's text, and changes to documents.

`documents` writes a document straight from its bytes. `diffs` applies the changes of a partial
update to the text of the document before it, which `paths` and `places` find their way in. `cells`
is the family's entry.
"""

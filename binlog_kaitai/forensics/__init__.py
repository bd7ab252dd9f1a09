"""What people open logs for when something went wrong: what happened, and whether logs are whole.

`verify` reads logs to their last cell, and compares them with each other. What a question needs of
one file comes from `read`, so that both engines answer it; what is here puts files together.

`undo` writes SQL that takes changes back, or makes them again.
"""

"""Programs that print the trees which the compiled specs make of binary logs, in each language."""

"""Logs to a folder of Parquet tables.

`survey` finds what the files hold by Spark jobs, `survey_cache` keeps it for the next run,
`content` decides which tables come of it, `output` writes folders so that a run that was killed
loses nothing, and `job` puts these together.
"""

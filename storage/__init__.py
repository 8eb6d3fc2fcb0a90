"""Floor 0: the database file, its nouns and every line of SQL. Imports nothing else of the project."""

"""What can go wrong with the database file. Each error has a message that names the fix.

StorageError
├── SqliteUnfit      the SQLite library here is too old, or can't load extensions
├── FileUnfit        the file is foreign, empty, damaged, or made by a newer program; it is left untouched
├── FileInUse        another process holds the file
├── StorageFull      the disk has no room left
└── StorageClosed    the database was closed while the work waited
"""


class StorageError(Exception):
    """Base of all errors of this package. `str(error)` is safe to show to the person who runs the program."""


class SqliteUnfit(StorageError):
    """The SQLite library here is too old, or can't load extensions."""


class FileUnfit(StorageError):
    """The file can't be opened as a database of ours. It has not been changed."""


class FileInUse(StorageError):
    """Another process has the database open."""


class StorageFull(StorageError):
    """The disk is full: nothing was written."""


class StorageClosed(StorageError):
    """The database was closed."""

"""Wire adapters: pure functions between the dialects' JSON and neutral turns. No I/O, no storage, no HTTP."""

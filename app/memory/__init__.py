"""The memory service: every rule of what is kept, learned, found and forgotten. No HTTP here, and no SQL."""

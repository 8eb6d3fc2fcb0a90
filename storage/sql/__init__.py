"""All SQL, one file a noun. Each function takes a `Tx`; the project (or a subject, a space) is never optional."""

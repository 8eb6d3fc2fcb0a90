"""Texts to vectors, on this machine or not at all. Knows no storage, no project and no network."""

"""`loregate demo`: the whole loop, from a call to a recalled memory, with a scripted model and no network."""

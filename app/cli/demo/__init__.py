"""`loregate demo`: the whole loop, from a call to a recalled memory, with a scripted model and no network."""


class DemoFailed(Exception):
    """Something that the demo claims did not hold."""

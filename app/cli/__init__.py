"""The command line: what a person types, and what is shown for it. What a command does is in `commands/`."""

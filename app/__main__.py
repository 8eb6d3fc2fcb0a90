"""`python -m app`, also installed as `loregate`."""

from app.cli.main import main

if __name__ == "__main__":
    main()

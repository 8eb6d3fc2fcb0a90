"""What a person sees in a browser. Calls the memory service, never the HTTP API."""

"""How a model is reached: routing, credentials, transport, prices, and what the memory service asks of models."""

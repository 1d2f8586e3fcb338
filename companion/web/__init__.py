"""The pages: requests in, HTML or JSON out. Rules and storage are elsewhere."""

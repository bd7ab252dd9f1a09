"""Changes of the tree engine as records and Arrow record batches."""

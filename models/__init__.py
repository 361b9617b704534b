"""The networks as ONNX files, a card for each, and the code that trains and exports them (PyTorch only here)."""

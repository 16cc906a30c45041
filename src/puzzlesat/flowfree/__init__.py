"""Flow Free: connect every pair of endpoints by a flow, and fill the board with flows."""

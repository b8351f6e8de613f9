"""Tables small enough to show: generating, laying out and shrinking them, and acting on them."""

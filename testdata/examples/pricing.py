"""What a row costs."""


def price(amount: float, count: int, member: bool) -> float:
    total = amount * count
    if count >= 10:
        total *= 0.9
    if member:
        total -= min(total * 0.05, 20.0)
    return total

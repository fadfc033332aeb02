"""A shop's day: what the tour looks into."""

DISCOUNT = 10


class Item:
    def __init__(self, price, count):
        self.price = price
        self.count = count


class Gift(Item):
    pass


class Sample(Item):
    pass


def reduced(price):
    return price - price * DISCOUNT // 100


def total(items):
    s = 0
    for item in items:
        s += reduced(item.price) * item.count
    return s


def basket(n):
    kinds = [Item, Item, Item, Gift, Sample]
    return [kinds[i % 5](i % 90 + 10, i % 3 + 1) for i in range(n)]


def day(hours):
    global DISCOUNT
    taken = 0
    for hour in range(hours):
        if hour % 8 == 4:
            DISCOUNT = 10 + hour // 4
        taken += total(basket(200))
    return taken


print(day(24))

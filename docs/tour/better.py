"""The shop with its discount as an argument: what the tour compares."""


class Item:
    def __init__(self, price, count):
        self.price = price
        self.count = count


class Gift(Item):
    pass


class Sample(Item):
    pass


def reduced(price, discount):
    return price - price * discount // 100


def total(items, discount):
    s = 0
    for item in items:
        s += reduced(item.price, discount) * item.count
    return s


def basket(n):
    kinds = [Item, Item, Item, Gift, Sample]
    return [kinds[i % 5](i % 90 + 10, i % 3 + 1) for i in range(n)]


def day(hours):
    discount = 10
    taken = 0
    for hour in range(hours):
        if hour % 8 == 4:
            discount = 10 + hour // 4
        taken += total(basket(200), discount)
    return taken


print(day(24))

# A bank with accounts, transactions, audit log and custom errors.


class BankError(Exception):
    """Base of all errors of the bank."""


class InsufficientFunds(BankError):
    def __init__(self, account, needed):
        self.account = account
        self.needed = needed
        super().__init__(f"{account.owner} lacks {needed - account.balance}")


class Frozen(BankError):
    pass


class Observable:
    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self._observers = []

    def observe(self, f):
        self._observers.append(f)
        return f

    def notify(self, event, **details):
        for f in self._observers:
            f(self, event, details)


class Entity:
    _next = 1

    def __init__(self, owner):
        self.owner = owner
        self.number = Entity._next
        Entity._next += 1

    def __repr__(self):
        return f"<{type(self).__name__} {self.number} {self.owner}>"


class Account(Observable, Entity):
    kind = "plain"
    fee = 0

    def __init__(self, owner, balance=0):
        super().__init__(owner)
        self._balance = balance
        self.frozen = False
        self.history = [("open", balance)]

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if self.frozen:
            raise Frozen(f"account {self.number} is frozen")
        if value < self.limit:
            raise InsufficientFunds(self, self._balance - value)
        delta = value - self._balance
        self._balance = value
        self.history.append(("+" if delta >= 0 else "-", abs(delta)))
        self.notify("change", delta=delta)

    @property
    def limit(self):
        return 0

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"bad amount: {amount}")
        self.balance += amount

    def withdraw(self, amount):
        self.balance -= amount + self.fee

    def month_end(self):
        pass

    def __lt__(self, other):
        return (self.balance, self.owner) < (other.balance, other.owner)

    def __iadd__(self, amount):
        self.deposit(amount)
        return self

    def __format__(self, spec):
        if spec == "short":
            return f"{self.owner}:{self.balance}"
        return format(f"{self.owner} ({self.kind}) {self.balance:,}", spec)


class Savings(Account):
    kind = "savings"
    rate = 3

    def month_end(self):
        interest = self.balance * self.rate // 1200
        if interest:
            self.deposit(interest)
        super().month_end()


class Checking(Account):
    kind = "checking"
    fee = 1

    def __init__(self, owner, balance=0, *, overdraft=0):
        super().__init__(owner, balance)
        self.overdraft = overdraft

    @property
    def limit(self):
        return -self.overdraft

    def month_end(self):
        if self.balance < 0:
            self.withdraw(-self.balance // 10)


class Premium(Savings, Checking):
    kind = "premium"
    fee = 0
    rate = 5


class Transaction:
    def __init__(self, *accounts):
        self.accounts = accounts

    def __enter__(self):
        self.saved = [(a, a._balance, len(a.history)) for a in self.accounts]
        return self

    def __exit__(self, kind, error, tb):
        if kind is not None:
            for a, b, n in self.saved:
                a._balance = b
                del a.history[n:]
        return kind is not None and issubclass(kind, InsufficientFunds)


class Bank:
    def __init__(self):
        self.accounts = {}
        self.log = []

    def open(self, cls, *args, **kw):
        account = cls(*args, **kw)
        self.accounts[account.number] = account

        @account.observe
        def log(who, event, details):
            self.log.append((who.number, event, details["delta"]))

        return account

    def __getitem__(self, number):
        try:
            return self.accounts[number]
        except KeyError as e:
            raise BankError(f"no account {number}") from e

    def __iter__(self):
        return iter(self.accounts.values())

    def __len__(self):
        return len(self.accounts)

    def transfer(self, a, b, amount):
        with Transaction(a, b) as t:
            b.deposit(amount)
            a.withdraw(amount)
            return True
        return False


bank = Bank()
ann = bank.open(Savings, "Ann", 1000)
bob = bank.open(Checking, "Bob", 200, overdraft=300)
cyd = bank.open(Premium, "Cyd", 100000, overdraft=50)
dan = bank.open(Account, "Dan")
print(len(bank), list(bank), [c.__name__ for c in Premium.__mro__])
print(bank.transfer(ann, bob, 250), ann.balance, bob.balance)
print(bank.transfer(dan, ann, 10), dan.balance, ann.balance, dan.history)
print(bank.transfer(bob, dan, 700), bob.balance, dan.balance)
for month in range(12):
    for account in bank:
        with Transaction(account):
            account.month_end()
print([f"{a:short}" for a in bank])
cyd += 5
for attempt in (lambda: ann.deposit(-5), lambda: ann.withdraw(10**9), lambda: bank[99], lambda: setattr(dan, "frozen", True) or dan.deposit(1), lambda: setattr(dan, "limit", 5)):
    try:
        attempt()
    except BankError as e:
        print(type(e).__name__, "|", e, "|", repr(e.__cause__), "|", e.args)
    except (ValueError, AttributeError) as e:
        print(type(e).__name__, "|", e)
print([f"{a:>32}" for a in sorted(bank)])
print(f"{max(bank)!r:*^30}", min(bank), len(bank.log), bank.log[:6], sum(d for _, _, d in bank.log))
for i in range(400):
    bank.transfer(cyd, (ann, bob)[i % 2], i % 17 + 1)
print([a.balance for a in bank], len(ann.history), ann.history[-1])
try:
    with Transaction(ann):
        ann.withdraw(5)
        raise RuntimeError("power cut")
except RuntimeError as e:
    print(e, ann.balance)

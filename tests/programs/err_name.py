# An uncaught NameError with a suggestion, inside a comprehension inside a method.
class Table:
    rows = [1, 2, 3]

    def total(self, factor):
        return sum([row * facto for row in self.rows])


Table().total(3)

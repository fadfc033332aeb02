# Building, splitting, joining, searching and replacing text.
def run(n):
    check = 0
    for i in range(n):
        s = ""
        for j in range(30):
            s += chr(97 + (i + j) % 26)
            if j % 7 == 6:
                s += ","
        parts = s.split(",")
        t = "-".join([p.upper() for p in parts])
        u = t.replace("A", "aa").lower().strip("a")
        check += len(u) + u.find("z") + t.count("-") + u.startswith("b") + (s[3:9] in s) + ord(t[-1])
        for c in parts[1]:
            if c in "aeiou":
                check += 1
    return check


print(run(170000))

# Calls that change the whole process's users and groups, to what they are: each of its threads has to make them, in a program with threads too.
# needs: stdlib
# needs: process
# needs: fork
import os
import threading


def change():
    os.setreuid(-1, -1)
    os.setregid(-1, -1)
    os.setresuid(-1, -1, -1)
    os.setresgid(-1, -1, -1)
    os.setuid(os.getuid())
    os.setgid(os.getgid())
    return os.getresuid() == users, os.getresgid() == groups


users, groups = os.getresuid(), os.getresgid()
print(change())
wait = threading.Event()
threads = [threading.Thread(target=wait.wait) for _ in range(3)]
for thread in threads:
    thread.start()
print(change())
wait.set()
for thread in threads:
    thread.join()
print(change())
child = os.fork()
if child == 0:
    os._exit(change() == (True, True))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

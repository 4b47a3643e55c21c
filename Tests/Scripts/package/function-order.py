#!/usr/bin/env python3
"""Writes down which functions of the program run when somebody uses it, for the linker to put them side by side.

    Tests/Scripts/package/function-order.py PROGRAM FILE

The program is used under callgrind in a terminal of 80x24 and a home of its own: it is started, a message is typed, sent and
answered, and it is ended; it is started again where it was, and then keys do what people do all day. The file has the names that
the linker knows: first those that most letters run and then those that some do, so that a key touches as few pages as
possible, then those of a message that is sent and of other keys. Last come those that only a start runs: after it all pages of
code are given back (decision 053), and a page that is touched again brings 64 kB around it, so that code of the start that
stood there would come back too. Each part is in the order in which its functions call each other.
"""
import collections
import fcntl
import itertools
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM, FILE = sys.argv[1:3]

LETTERS = [*'some words that somebody types, ', '\x7f', *'and some more of them']
MESSAGE = [*'hello world', '\r']
WORDS = ['@an', '\t', *' hi', ' ', '\x7f', '\x02', '\x06', '\x01', '\x05', '\x0b', '\x19', *'**bold**', '\r']
PAGES = ['\x1b[5~', '\x1b[6~', '\x1b[1;3B', '\x1b[1;3A']
LISTS = ['\x18b', 'of', '\r', '\x1bs', 'j', 'k', '\x1b', 'x', '\x7f', '\x18i', '\x1b', '\x1bOP', '\x1b[6~', '\x1b']
# A message, and time for people to answer it: the cursor has nowhere to go.
TALK = ['\r', *['\x06'] * 40]
LEAVE = '\x18\x03'


def read(terminal, quiet, limit):
    """Reads until nothing came for a while; false when the program is over."""
    end = time.time() + limit
    while time.time() < end:
        if not select.select([terminal], [], [], quiet)[0]:
            return True
        try:
            if not os.read(terminal, 65536):
                return False
        except OSError:
            return False
    return True


def use(program, options, parts, home, counts):
    """The functions that ran, in the order of their calls: those of the start, those of each part of the keys, and those of the
    end.

    A part is a list of keys, each of which is one or more of the terminal's characters."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(home)
        os.execvpe('valgrind', [
            'valgrind', '--tool=callgrind', '--demangle=no', '--dump-instr=yes', f'--callgrind-out-file={counts}',
            '--log-file=/dev/null', program, '--seed', '1', *options,
        ], {'HOME': home, 'TERM': 'xterm-256color', 'LANG': 'C.UTF-8', 'PATH': os.environ['PATH']})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    time.sleep(1)
    read(terminal, 4, 120)
    written = [dump(child, counts, 1)]
    for number, keys in enumerate(parts):
        for key in keys:
            os.write(terminal, key.encode())
            read(terminal, 0.5, 20)
        written.append(dump(child, counts, number + 2))
    os.write(terminal, LEAVE.encode())
    while read(terminal, 10, 60):
        pass
    os.waitpid(child, 0)
    return [functions(file, program) for file in [*written, counts]]


def dump(child, counts, number):
    subprocess.run(['callgrind_control', '--dump', str(child)], check=True, capture_output=True)
    return f'{counts}.{number}'


def functions(counts, program):
    """The program's functions in a file of callgrind's, callers before what they call."""
    names, objects = {}, {}
    # By each function those that it calls, in the order of its instructions.
    calls = collections.defaultdict(dict)
    called = set()
    with open(counts, errors='replace') as lines:
        here = inside = None
        for line in lines:
            match = re.match(r'(c?)(ob|fn)=\((\d+)\)(?: (.*))?', line)
            if not match:
                continue
            is_call, kind, number, name = match.groups()
            known = objects if kind == 'ob' else names
            if name:
                # Behind a quote stands how deep it calls itself.
                known[number] = re.sub(r"'\d+$", '', name.strip())
            if kind == 'ob':
                other = known[number]
                if not is_call:
                    inside = other
            elif is_call:
                function = (other, known[number])
                calls[here][function] = None
                called.add(function)
                other = inside
            else:
                here = (inside, known[number])
                calls.setdefault(here, {})
                other = inside
    found = {}
    # First from functions that nobody calls, then those that only a cycle reaches.
    for root in [*(function for function in calls if function not in called), *calls]:
        waiting = [root]
        while waiting:
            function = waiting.pop()
            if function in found:
                continue
            found[function] = None
            waiting += reversed(list(calls.get(function, ())))
    return [name for (place, name) in found if place == program]


def aliases(program):
    """By each name, all names of its function: those that are alike became one, and any of them may come first."""
    at, places = collections.defaultdict(list), collections.defaultdict(list)
    for line in subprocess.run(['nm', '--defined-only', program], check=True, capture_output=True, text=True).stdout.splitlines():
        place, kind, name = line.split(' ', 2)
        if kind in 'tTwW':
            at[place].append(name)
            places[name].append(place)
    return lambda name: {other for place in places[name] for other in at[place]}


with tempfile.TemporaryDirectory() as folder:
    # Valgrind cannot read Swift's debug information.
    bare = shutil.copy(PROGRAM, f'{folder}/inkwell')
    subprocess.run(['objcopy', '--strip-debug', bare], check=True)
    other_names = aliases(bare)
    home = f'{folder}/home'
    os.makedirs(home)
    # The first start has the tour, which those after it have not.
    letters = [[letter] for letter in LETTERS]
    # With the demo's people, who talk meanwhile, and the tour.
    first_start, *first_letters, talk, first_end = use(bare, [], [*letters, TALK], home, f'{folder}/first')
    open(f'{home}/.local/state/inkwell/demo/toured', 'w').close()
    start, *parts, end = use(
        bare, ['--quiet'], [*letters, MESSAGE, WORDS, PAGES, LISTS], home, f'{folder}/second')
    letters, others = parts[:len(LETTERS)], parts[len(LETTERS):]
    counts = collections.Counter(name for letter in letters for name in letter)
    # The first letter of a draft and one that begins a row run much that the others do not.
    key = [name for name in dict.fromkeys(itertools.chain(*reversed(letters))) if counts[name] > len(letters) / 2]
    written = {}
    some_letters = [*reversed(letters), *reversed(first_letters)]
    for part in [key, *some_letters, *others, talk, start, first_start, first_end, end]:
        for name in part:
            written.update(dict.fromkeys(sorted(other_names(name))))
    with open(FILE, 'w') as out:
        out.write('# Made by `make function-order`: the functions of a key, what else people do, and those of a start.\n')
        out.writelines(f'{name}\n' for name in written)
    print(f'{len(written)} names, {len(key)} functions of a key')

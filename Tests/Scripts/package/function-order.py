#!/usr/bin/env python3
"""Writes down which functions of the program run when somebody uses it, for the linker to put them side by side.

    Tests/Scripts/package/function-order.py PROGRAM FILE

The program is used under callgrind in a terminal of 80x24 and a home of its own: once it is only started and ended, once
keys do what people do all day. The file has the names that the linker knows, those of a start first, each part in order.
"""
import collections
import fcntl
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

WORDS = [*'hello world', '\r', '@an', '\t', *' hi', ' ', '\x7f', '\x02', '\x06', '\x01', '\x05', '\x0b', '\x19', *'**bold**', '\r']
PAGES = ['\x1b[5~', '\x1b[6~', '\x1b[1;3B', '\x1b[1;3A']
LISTS = ['\x18b', 'of', '\r', '\x1bs', 'j', 'k', '\x1b', 'x', '\x7f', '\x18i', '\x1b', '\x1bOP', '\x1b[6~', '\x1b']
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


def use(program, keys, folder):
    """The names of the functions that ran."""
    home = tempfile.mkdtemp(dir=folder)
    os.makedirs(f'{home}/.local/state/inkwell/demo')
    open(f'{home}/.local/state/inkwell/demo/toured', 'w').close()
    counts = f'{folder}/counts'
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(home)
        os.execvpe('valgrind', [
            'valgrind', '--tool=callgrind', '--demangle=no', f'--callgrind-out-file={counts}', '--log-file=/dev/null',
            program, '--quiet', '--seed', '1',
        ], {'HOME': home, 'TERM': 'xterm-256color', 'LANG': 'C.UTF-8', 'PATH': os.environ['PATH']})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    time.sleep(1)
    read(terminal, 4, 120)
    for key in [*keys, LEAVE]:
        os.write(terminal, key.encode())
        read(terminal, 0.5, 20)
    while read(terminal, 10, 60):
        pass
    os.waitpid(child, 0)
    return names(counts, program)


def names(counts, program):
    known = {'ob': {}, 'fn': {}}
    found = set()
    with open(counts, errors='replace') as lines:
        here = None
        for line in lines:
            match = re.match(r'(c?)(ob|fn)=\((\d+)\)(?: (.*))?', line)
            if not match:
                continue
            is_call, kind, number, name = match.groups()
            if name:
                known[kind][number] = name.strip()
            if is_call:
                continue
            if kind == 'ob':
                here = known['ob'][number]
            elif here == program:
                # Behind a quote stands how deep it calls itself.
                found.add(re.sub(r"'\d+$", '', known['fn'][number]))
    return found


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
    written = set()
    with open(FILE, 'w') as out:
        out.write('# Made by `make function-order`: the functions of a start, then those of typing, sending, paging and choosing.\n')
        for keys in [[], WORDS + PAGES + LISTS]:
            found = {other for name in use(bare, keys, folder) for other in other_names(name)} - written
            out.writelines(f'{name}\n' for name in sorted(found))
            written |= found
    print(f'{len(written)} names')

#!/usr/bin/env python3
"""Does what a page of the documentation tells its reader to do, in terminals, line by line.

    Tests/Scripts/walk.py PROGRAM docs/first-hour.md [--pictures]

A block marked `terminal NAME` goes to the terminal of that name, which a first block opens. A line of it is one of

    $ COMMAND     typed into the shell of that terminal, and Enter
    type WORDS    typed as they stand; `the password of NAME` is the one that the server printed for NAME
    press KEYS    keys, as the program's own tables write them: C-x C-c, Tab, Up
    see WORDS     waited for: what a screen has to show somewhere, blanks apart

A picture of the page, `screenshots/NAME-TERMINAL.png`, is what that terminal shows at that place; `--pictures` makes it anew.

`make run` is the program given here, which it would build once more; everything else is what stands there. The terminals
are those of a tmux of its own, with a home of its own. Where Synapse cannot be had, the walk is skipped, and on CI that is
a fault.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

import screenshots

PROGRAM, PAGE = os.path.abspath(sys.argv[1]), sys.argv[2]
TAKES_PICTURES = '--pictures' in sys.argv[3:]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Includes downloading and starting a server on a slow connection.
PATIENCE = 300
COLUMNS, ROWS = 100, 30


class Astray(Exception):
    """What the page says does not happen."""


def steps(path):
    """The place, the terminal and the line of each step."""
    terminal = None
    with open(path, encoding='utf8') as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip('\n')
            if line.startswith('```'):
                terminal = line[len('```terminal '):] if line.startswith('```terminal ') else None
            elif terminal and line.strip():
                yield f'{path}:{number}', terminal, line
            elif shown := re.match(r'!\[[^]]*\]\((screenshots/\S+-(\w+)\.png)\)', line):
                yield f'{path}:{number}', shown.group(2), f'picture {shown.group(1)}'


class Terminals:
    def __init__(self, home):
        self.home = home
        self.socket = os.path.join(home, 'tmux')
        self.names = set()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(('TMUX', 'XDG_'))},
            'HOME': home, 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8', 'PS1': '$ ',
            'PATH': f'{os.path.dirname(PROGRAM)}:{os.environ["PATH"]}'}

    def tmux(self, *words):
        ended = subprocess.run(['tmux', '-S', self.socket, '-f', '/dev/null', *words], env=self.environment,
                               capture_output=True, text=True)
        if ended.returncode != 0:
            raise Astray(f'tmux {words[0]}: {ended.stderr.strip()}')
        return ended.stdout

    def open(self, name):
        if name not in self.names:
            self.names.add(name)
            self.tmux('new-session', '-d', '-s', name, '-x', str(COLUMNS), '-y', str(ROWS), '-c', ROOT, 'bash', '--norc')

    def screen(self, name):
        # Text that has scrolled out of view counts as seen.
        return self.tmux('capture-pane', '-p', '-J', '-S', '-500', '-t', name)

    def runs(self, name):
        return self.tmux('display-message', '-p', '-t', name, '#{pane_current_command}').strip()

    def type(self, name, text):
        self.tmux('send-keys', '-t', name, '-l', '--', text)

    def press(self, name, keys):
        for key in keys.split():
            self.tmux('send-keys', '-t', name, {'Backspace': 'BSpace'}.get(key, key))

    def wait(self, name, what, shows):
        deadline = time.monotonic() + PATIENCE
        while not shows(screen := self.screen(name)):
            if time.monotonic() > deadline:
                raise Astray(f'{what} never came; this is shown:\n{screen}')
            time.sleep(0.05)
        return screen

    def picture(self, name, path):
        coloured = self.tmux('capture-pane', '-p', '-e', '-t', name)
        subprocess.run(['rsvg-convert', '-o', path], input=screenshots.picture(coloured, COLUMNS, ROWS).encode(), check=True)

    def end(self):
        subprocess.run(['tmux', '-S', self.socket, 'kill-server'], env=self.environment, capture_output=True)


def squeezed(text):
    return re.sub(r'\s+', ' ', text)


def password(terminals, person):
    screen = terminals.wait('server', f'the password of {person}', lambda screen: f'--login {person} ' in screen)
    return re.search(rf'--login {person} .*password: (\S+)', screen).group(1)


def walk(terminals):
    count = 0
    for place, terminal, line in steps(PAGE):
        verb, _, rest = line.partition(' ')
        try:
            terminals.open(terminal)
            if verb == '$':
                # Starts after the previous program has ended.
                terminals.wait(terminal, 'the shell', lambda screen: terminals.runs(terminal) == 'bash')
                terminals.tmux('clear-history', '-t', terminal)
                terminals.type(terminal, re.sub(r'make run ARGS="([^"]*)"', rf'{shlex.quote(PROGRAM)} \1', rest))
                terminals.press(terminal, 'Enter')
            elif verb == 'type':
                secret = re.fullmatch(r'the password of (\w+)', rest)
                terminals.type(terminal, password(terminals, secret.group(1)) if secret else rest)
            elif verb == 'press':
                # A question takes no key at once, so that it is read first.
                if '[Enter]' in terminals.screen(terminal):
                    time.sleep(0.5)
                terminals.press(terminal, rest)
            elif verb == 'picture':
                if TAKES_PICTURES:
                    terminals.picture(terminal, os.path.join(os.path.dirname(PAGE), rest))
            elif verb == 'see':
                terminals.wait(terminal, repr(rest), lambda screen: squeezed(rest) in squeezed(screen))
            else:
                raise Astray(f'{verb!r} is none of $, type, press and see')
        except Astray as error:
            raise Astray(f'{place}: {line}\n{error}') from None
        count += 1
    return count


def main():
    installed = subprocess.run([os.path.join(ROOT, 'Tests/Scripts/matrix/install.sh')])
    if installed.returncode == 69:
        print(f'skipped: {PAGE}: Synapse comes from PyPI, which cannot be reached')
        return 1 if os.environ.get('CI') == 'true' else 0
    if installed.returncode != 0:
        return installed.returncode
    with tempfile.TemporaryDirectory(prefix='inkwell-walk.', ignore_cleanup_errors=True) as home:
        terminals = Terminals(home)
        start = time.monotonic()
        try:
            count = walk(terminals)
        except Astray as error:
            print(error)
            return 1
        finally:
            terminals.end()
    print(f'{PAGE}: {count} steps walked in {time.monotonic() - start:.0f} s')
    return 0


sys.exit(main())

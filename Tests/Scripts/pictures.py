#!/usr/bin/env python3
"""Shows pictures in real terminals on a screen in memory, and looks at every pixel of it.

    make test-pictures [ARGS="kitty"]

A shell runs in the terminal, behind a relay through which keys are typed, and in the shell first the probe and then the
program: in kitty, in xterm as it is and as one with sixels, and where they are installed in mlterm, by its sixels and by iTerm2's
protocol, and in konsole (kitty's). A picture has stripes that are too fine for blocks: their cyan is on the screen exactly while the terminal shows
the picture itself. Whatever the picture came out of - moved, covered, resized, C-z, quit, crash - the screen has to be
again what it was before, pixel by pixel. What was seen lies in the folder that is named second.
"""
import collections
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import tty
import zlib

CYAN, YELLOW = (0, 255, 255), (255, 255, 0)
PATIENCE = 60
WHOLE = slice(None), slice(None)
OTHERS, DOWN, COVER, CHILD, ANEW, CRASH, QUIT, STOP = (
    b'\x0f', b'\x0e', b'\x14', b'\x16', b'\x12', b'\x0b', b'\x11', b'\x1a')


def relay(path, name):
    """Runs in the terminal: a shell in a terminal of its own, whose bytes go both ways, and keys from a socket.

    mlterm knows iTerm2's protocol and does not say what it is called: to be asked for that, it gets a name.
    """
    keys = socket.socket(socket.AF_UNIX)
    keys.bind(path)
    keys.listen()
    child, control = pty.fork()
    if child == 0:
        os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])

    def fit(*_):
        size = struct.unpack('HHHH', fcntl_size(0))
        fcntl.ioctl(control, termios.TIOCSWINSZ, struct.pack('HHHH', *size))

    signal.signal(signal.SIGWINCH, fit)
    fit()
    tty.setraw(0)
    sources = [0, control, keys]
    while True:
        for source in select.select(sources, [], [])[0]:
            if source is keys:
                sources.append(keys.accept()[0])
                continue
            try:
                data = source.recv(4096) if isinstance(source, socket.socket) else os.read(source, 65536)
            except OSError:
                return
            if not data and source in (0, control):
                return
            if not data:
                sources.remove(source)
            if source == 0 and name == 'files':
                data = re.sub(rb'\x1b\[\?[\d;]+c', lambda found: b'\x1bP>|WezTerm 1\x1b\\' + found[0], data)
            write_all(1 if source == control else control, data)


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


def fcntl_size(descriptor):
    return fcntl.ioctl(descriptor, termios.TIOCGWINSZ, b'\0' * 8)


class Shot:
    """All pixels of the screen."""

    def __init__(self, ppm):
        header = re.match(rb'P6\s(\d+)\s(\d+)\s255\s', ppm)
        self.ppm = ppm
        self.width = int(header.group(1))
        self.pixels = ppm[header.end():]
        self.colours = collections.Counter(struct.iter_unpack('BBB', self.pixels))

    def count(self, colour):
        return self.colours[colour]

    def rows(self, part):
        rows = [self.pixels[start:start + self.width * 3] for start in range(0, len(self.pixels), self.width * 3)]
        return [list(struct.iter_unpack('BBB', row))[part[1]] for row in rows[part[0]]]

    def part(self, colour):
        """The rows with a colour, from its first column on."""
        places = [(number, row.index(colour)) for number, row in enumerate(self.rows(WHOLE)) if colour in row]
        return slice(places[0][0], places[-1][0] + 1), slice(min(column for _, column in places), None)

    def difference(self, other, part):
        """How many pixels are others."""
        return sum(
            mine != theirs for one, two in zip(self.rows(part), other.rows(part)) if one != two
            for mine, theirs in zip(one, two))


class Screen:
    """A terminal with a shell, and what it shows."""

    START = {
        'kitty': ['kitty', '-c', 'NONE', '-o', 'font_size=10', '-o', 'remember_window_size=no', '-o',
                  'initial_window_width=100c', '-o', 'initial_window_height=30c', '-o', 'cursor_blink_interval=0', '-o',
                  'enable_audio_bell=no', '-o', 'visual_bell_duration=0', '-o', 'update_check_interval=0', '-o',
                  'cursor=#cccccc', '-o', 'cursor_shape=block'],
        'xterm': ['xterm', '-fa', 'DejaVu Sans Mono', '-fs', '10', '-geometry', '100x30', '-bg', 'black', '-fg',
                  '#cccccc', '-e'],
        'sixels': ['xterm', '-ti', 'vt340', '-fa', 'DejaVu Sans Mono', '-fs', '10', '-geometry', '100x30', '-bg', 'black',
                   '-fg', '#cccccc', '-e'],
        'mlterm': ['mlterm', '-g', '100x30', '-b', 'black', '-f', '#cccccc', '-y', 'xterm-256color', '-e'],
        'files': ['mlterm', '-g', '100x30', '-b', 'black', '-f', '#cccccc', '-y', 'xterm-256color', '-e'],
        'konsole': ['konsole', '--nofork', '--separate', '--hide-menubar', '--hide-tabbar', '-p', 'TerminalColumns=100', '-p',
                    'TerminalRows=30', '-p', 'ColorScheme=WhiteOnBlack', '-p', 'BlinkingCursorEnabled=false', '-e'],
    }

    def __init__(self, name, home, folder):
        self.name, self.home, self.folder = name, home, folder
        self.numbers = 0
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(write), '-screen', '0', '1100x700x24', '-noreset'], pass_fds=[write],
            stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.environment = {
                'DISPLAY': ':' + number.readline().strip(), 'HOME': home, 'XDG_RUNTIME_DIR': home, 'LC_ALL': 'C.UTF-8',
                'LIBGL_ALWAYS_SOFTWARE': '1', 'PATH': os.environ['PATH'], 'PS1': '$ ', 'SHELL': '/bin/bash',
                'INPUTRC': '/dev/null', 'HISTFILE': '/dev/null'}
        path = os.path.join(home, 'keys')
        self.terminal = subprocess.Popen(
            [*self.START[name], sys.executable, os.path.abspath(__file__), '--relay', path, name], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.keys = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + PATIENCE
        while self.keys.connect_ex(path) != 0:
            if time.monotonic() > end or self.terminal.poll() is not None:
                self.close()
                sys.exit(f'pictures: {name} does not start')
            time.sleep(0.05)

    def close(self):
        for process in (self.terminal, self.server):
            process.terminate()
            process.wait()

    def type(self, keys):
        self.keys.sendall(keys if isinstance(keys, bytes) else keys.encode())

    def look(self):
        return Shot(subprocess.run(
            ['import', '-window', 'root', '-depth', '8', 'ppm:-'], env=self.environment, check=True, capture_output=True).stdout)

    def until(self, what, condition=lambda shot: True):
        """What is on the screen once the condition holds and nothing changes any more."""
        end = time.monotonic() + PATIENCE
        shots = [self.look()]
        while True:
            time.sleep(0.25)
            shots.append(self.look())
            if len(shots) > 3 and len({shot.pixels for shot in shots[-3:]}) == 1 and condition(shots[-1]):
                break
            if time.monotonic() > end:
                self.keep(shots[-1], 'failed ' + what)
                sys.exit(f'pictures: {self.name}: waited in vain for {what}')
        self.keep(shots[-1], what)
        return shots[-1]

    def keep(self, shot, what):
        self.numbers += 1
        path = os.path.join(self.folder, f'{self.name}-{self.numbers:02} {what}.png'.replace(' ', '-'))
        subprocess.run(['convert', 'ppm:-', f'png:{path}'], input=shot.ppm, check=True)

    def resize(self, width, height):
        window = subprocess.run(
            ['xdotool', 'search', '--onlyvisible', '--name', '.*'], env=self.environment, check=True,
            capture_output=True, text=True).stdout.split()[-1]
        subprocess.run(
            ['xdotool', 'windowsize', '--sync', window, str(width), str(height)], env=self.environment, check=True)


FAILURES = []


def check(screen, sentence, holds):
    print(f'{screen.name}: {"ok" if holds else "FAILED"}: {sentence}', flush=True)
    if not holds:
        FAILURES.append(sentence)


def same(screen, sentence, one, two, part=WHOLE):
    count = one.difference(two, part)
    check(screen, f'{sentence} ({count} other pixels)', count == 0)


def shows(shot):
    return shot.count(CYAN) > 100


def blocks(shot):
    return shot.count(YELLOW) > 100 and not shot.count(CYAN)


def nothing(shot):
    return not shot.count(YELLOW) and not shot.count(CYAN)


def probe(screen, path, is_shown):
    """The probe's picture; is_shown: whether the terminal shows it itself."""
    there = (lambda shot: shows(shot) and shot.count(YELLOW) > 100) if is_shown else blocks
    kind = 'a picture' if is_shown else 'blocks'
    screen.type('clear\n')
    shell = screen.until('shell')
    screen.type(f'{path}\n')
    empty = screen.until('nothing yet', lambda shot: shot.pixels != shell.pixels)
    screen.type(OTHERS)
    shown = screen.until('shown', there)
    check(screen, f'it is shown as {kind}', True)
    screen.type(COVER)
    covered = screen.until('covered', blocks)
    check(screen, 'words over it are read on its blocks', covered.pixels != shown.pixels)
    screen.type(COVER)
    same(screen, 'uncovered it is as before', shown, screen.until('uncovered', there))
    screen.type(DOWN * 3)
    screen.until('moved', there)
    screen.type(DOWN * 9)
    screen.until('cut', lambda shot: shot.count(YELLOW) > 100)
    screen.type(DOWN * 30)
    same(screen, 'scrolled away, nothing is left', empty, screen.until('scrolled away', nothing))
    screen.type(QUIT)
    screen.until('left', nothing)

    screen.type('clear\n')
    screen.until('shell again')
    screen.type(f'{path}\n')
    screen.until('begun again', nothing)
    screen.type(OTHERS)
    same(screen, 'begun again it is the same', shown, screen.until('shown again', there))
    screen.type(ANEW)
    same(screen, 'drawn anew it is the same', shown, screen.until('drawn anew', there))
    screen.type(OTHERS)
    both = screen.until('two of them', lambda shot: there(shot) and shot.count((255, 0, 255)) > 100)
    screen.type(OTHERS)
    screen.until('a large one', lambda shot: not shot.count((255, 0, 255)))
    screen.type(OTHERS + OTHERS)
    same(screen, 'after others it is the same', shown, screen.until('shown after others', there))
    check(screen, 'two are beside each other', both.count(YELLOW) == shown.count(YELLOW))
    screen.type(STOP)
    screen.until('stopped', nothing)
    check(screen, 'C-z leaves nothing of it', True)
    screen.type('fg\n')
    screen.until('resumed', there)
    check(screen, 'resumed it is there', True)
    screen.type(CHILD)
    screen.until('lent', nothing)
    screen.type('\n')
    screen.until('back from a child', there)
    check(screen, 'a child sees nothing of it, and after it it is there', True)
    before = screen.look()
    screen.resize(600, 400)
    screen.until('smaller', lambda shot: there(shot) and shot.pixels != before.pixels)
    screen.resize(500, 120)
    screen.until('much smaller', lambda shot: not shows(shot))
    screen.resize(850, 500)
    screen.until('larger', there)
    check(screen, 'resized it is where it belongs', True)
    screen.type(CRASH)
    screen.until('crashed', nothing)
    check(screen, 'a crash leaves nothing of it', True)


def png(path, size, pixel):
    """A file, without a library."""
    lines = b''.join(b'\0' + bytes(value for x in range(size) for value in pixel(x, y)) for y in range(size))

    def part(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', size, size, 8, 2, 0, 0, 0))
                   + part(b'IDAT', zlib.compress(lines)) + part(b'IEND', b''))


def program(screen, path, is_shown):
    """A picture that is sent in the demo."""
    def pixel(x, y):
        if x < 160:
            return YELLOW
        # Narrower than a block, even when enlarged.
        return CYAN if x // 4 % 2 else (0, 0, 0)

    png(os.path.join(screen.home, 'stripes.png'), 320, pixel)
    state = os.path.join(screen.home, '.local/state/inkwell/demo')
    os.makedirs(state, mode=0o700)
    open(os.path.join(state, 'toured'), 'w', encoding='utf8').close()

    there = (lambda shot: shows(shot) and shot.count(YELLOW) > 100) if is_shown else blocks
    screen.type('clear\n')
    screen.until('shell')
    screen.type(f'{path} --quiet --seed 1\n')
    begun = screen.until('the program', lambda shot: len(shot.colours) > 20)
    check(screen, 'without a picture it has none of its colours', nothing(begun))
    screen.type(b'/attach ~/stripes.png\r')
    screen.until('attached')
    screen.type(b'\r')
    screen.until('in the timeline', there)
    # The next key takes away the notice that it was sent.
    screen.type(b'\x1b')
    time.sleep(0.2)
    shown = screen.until('without the notice', there)
    # xterm's letters sometimes reach into the neighbouring cells: only the picture is compared.
    part = WHOLE if screen.name == 'kitty' else shown.part(YELLOW)
    check(screen, 'a picture that was sent is in the timeline', True)
    screen.type(b'\x1bs')
    screen.until('chosen', there)
    screen.type(b'v')
    large = screen.until('large', lambda shot: there(shot) and shot.count(YELLOW) > shown.count(YELLOW) * 2)
    check(screen, 'large it covers the screen', large.count(YELLOW) > shown.count(YELLOW) * 2)
    screen.type(b'\x1b')
    time.sleep(0.2)
    screen.type(b'\x1b')
    same(screen, 'closed, the screen is as before', shown, screen.until('closed', there), part)
    screen.type(b'@')
    screen.until('suggestions', lambda shot: not shot.count(CYAN))
    check(screen, 'suggestions over it are not under it', True)
    screen.type(b'\x7f')
    same(screen, 'without them, the screen is as before', shown, screen.until('without suggestions', there), part)
    screen.type(b'\x1b[5;3~')
    screen.until('scrolled')
    screen.type(b'\x1b[6;3~')
    screen.until('scrolled back', there)
    screen.type(b'\x18b')
    screen.until('a panel', nothing)
    check(screen, 'a panel has nothing of it behind', True)
    screen.type(b'\x1b')
    screen.until('closed again', there)
    screen.type(STOP)
    screen.until('stopped', nothing)
    screen.type('fg\n')
    screen.until('resumed', there)
    screen.type(b'\x18\x03')
    screen.until('quit', nothing)
    check(screen, 'C-z and the end leave nothing of it', True)


def main(built, folder, wanted):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in wanted or Screen.START:
        if shutil.which(Screen.START[name][0]) is None:
            print(f'{name}: not looked at, {Screen.START[name][0]} is not installed')
            continue
        with tempfile.TemporaryDirectory(prefix='inkwell-pictures.') as home:
            screen = Screen(name, home, folder)
            try:
                probe(screen, os.path.abspath(f'{built}/TerminalProbe'), name != 'xterm')
                program(screen, os.path.abspath(f'{built}/inkwell'), name != 'xterm')
            finally:
                screen.close()
    sys.exit(1 if FAILURES else 0)


if sys.argv[1] == '--relay':
    relay(sys.argv[2], sys.argv[3])
else:
    main(sys.argv[1], sys.argv[2], sys.argv[3:])

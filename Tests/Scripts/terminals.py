#!/usr/bin/env python3
"""Asks real terminals for the column of the cursor behind each kind of glyph that Inkwell draws.

    make terminals-check [ARGS="xterm kitty"]
    make terminals-pictures

Each terminal that is installed runs under Xvfb (foot in a weston of its own, tmux in none). A sample goes to it as the
program writes it, in pieces that each begin with an absolute move of the cursor (`TerminalProbe --pieces`), and behind
each piece the terminal tells where its cursor is (CSI 6n). A piece on whose width terminals have to agree must end where
the program believes that it does. The others may end elsewhere, because what follows is put into its own cell. What is
not installed is named, and is no failure.

The pictures are of the program itself in each terminal, on white and on black (docs/screenshots/terminals).
"""
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile

SAMPLES = {
    'letters': 'abc é', 'chinese': '漢字かな', 'two marks': 'e\u0301\u0323x', 'heart': '❤️|', 'keycap': '1️⃣|', 'copyright': '©️|',
    'text face': '😀\ufe0e|', 'skin': '👋🏽|', 'skin alone': '🏽|', 'person at work': '👩‍💻|', 'family': '👨‍👩‍👧‍👦|',
    'rainbow': '🏳️‍🌈|', 'burning heart': '❤️‍🔥|', 'flag': '🇩🇪|', 'two flags': '🇩🇪🇯🇵|', 'half a flag': '🇩|',
    'England': '🏴󠁧󠁢󠁥󠁮󠁧󠁿|', 'Unicode 15': '🫨🛜|', 'Unicode 16': '🫩|', 'jamo': '한|', 'old jamo': 'ᄒᆞ|', 'vowel alone': 'ᅡ|',
    'kshi': 'क्षि|', 'tamil': 'கொ|', 'thai': 'กำ|', 'arabic': 'لا|', 'arabic number sign': '\u0600|', 'wavy dash': '〰|',
    'hexagram': '䷀|', 'soft hyphen': 'a\u00adb|', 'zero width space': 'a\u200bb|', 'override': 'a\u202eb|', 'tab and escape': '\x1b[31m|',
}
SEPARATOR = '\x1f'


def pieces(line):
    """(width, whether it must be that, text) of each piece."""
    for piece in line.split(SEPARATOR):
        number, mark, text = re.fullmatch(r'(?s)(\d+)([=?])(.*)', piece).groups()
        yield int(number), mark == '=', text


def inside(source, target):
    """Runs in the terminal: writes the columns behind all pieces of each line."""
    import termios
    import tty
    terminal = os.open('/dev/tty', os.O_RDWR)
    before = termios.tcgetattr(terminal)
    tty.setraw(terminal)
    try:
        with open(source, encoding='utf8') as lines, open(target + '.part', 'w', encoding='utf8') as results:
            for line in lines.read().split('\n')[:-1]:
                column, columns = 0, []
                os.write(terminal, b'\x1b[H\x1b[2J')
                for width, _, text in pieces(line):
                    os.write(terminal, f'\x1b[1;{column + 1}H{text}\x1b[6n'.encode())
                    columns.append(answer(terminal) - column)
                    column += width
                results.write(' '.join(map(str, columns)) + '\n')
        os.rename(target + '.part', target)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def answer(terminal):
    text = b''
    while not (found := re.search(rb'\x1b\[\d+;(\d+)R', text)):
        if not select.select([terminal], [], [], 10)[0]:
            sys.exit('terminals: no answer')
        text += os.read(terminal, 1024)
    return int(found.group(1)) - 1


class Display:
    """An X server of its own on a number that is free."""

    def __init__(self, home):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(write), '-screen', '0', '1200x800x24'], pass_fds=[write],
            stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.environment = dict(
                os.environ, DISPLAY=':' + number.readline().strip(), HOME=home, XDG_RUNTIME_DIR=home,
                LC_ALL='C.UTF-8', LIBGL_ALWAYS_SOFTWARE='1')

    def close(self):
        self.server.terminate()
        self.server.wait()


def quietly(command, environment):
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(name, home, command):
    """Runs a command in the terminal, and returns once it has ended."""
    if name == 'tmux':
        server = ['tmux', '-S', os.path.join(home, 'tmux'), '-f', '/dev/null']
        try:
            subprocess.run(
                [*server, 'new-session', '-d', '-x', '80', '-y', '24',
                 f'{" ".join(command)}; tmux -S {home}/tmux wait-for -S done'], check=True)
            subprocess.run([*server, 'wait-for', 'done'], check=True, timeout=120)
        finally:
            subprocess.run([*server, 'kill-server'], stderr=subprocess.DEVNULL)
        return
    display = Display(home)
    others = []
    try:
        if name == 'foot':
            others.append(quietly(['weston', '--backend=x11-backend.so', '--socket=wayland-check'], display.environment))
            display.environment['WAYLAND_DISPLAY'] = 'wayland-check'
            while not os.path.exists(os.path.join(home, 'wayland-check')):
                if others[0].poll() is not None:
                    sys.exit('terminals: weston ended')
                select.select([], [], [], 0.05)
        start = {'xterm': ['xterm', '-e'], 'kitty': ['kitty', '-c', 'NONE'], 'foot': ['foot', '-c', '/dev/null']}[name]
        terminal = quietly(start + command, display.environment)
        others.append(terminal)
        terminal.wait(timeout=120)
    finally:
        for other in reversed(others):
            other.terminate()
            other.wait()
        display.close()


PICTURES = 'docs/screenshots/terminals'
GROUNDS = {'white': ('#ffffff', '#000000'), 'black': ('#000000', '#e5e5e5')}


def picture(name, ground, program):
    """The program in a terminal whose background it has to ask for, once the screen no longer changes."""
    back, fore = GROUNDS[ground]
    with tempfile.TemporaryDirectory(prefix='inkwell-terminals.') as home:
        # Mark the profile as used, so that no tour starts.
        os.makedirs(os.path.join(home, 'state/inkwell/demo'), mode=0o700)
        open(os.path.join(home, 'state/inkwell/demo/toured'), 'w', encoding='utf8').close()
        display = Display(home)
        display.environment.update(XDG_STATE_HOME=f'{home}/state', XDG_CONFIG_HOME=f'{home}/config')
        for variable in ('COLORFGBG', 'COLORTERM', 'NO_COLOR', 'XTERM_VERSION'):
            display.environment.pop(variable, None)
        others = []
        try:
            font = 'DejaVu Sans Mono'
            if name == 'foot':
                others.append(quietly(
                    ['weston', '--backend=x11-backend.so', '--shell=kiosk-shell.so', '--width=660', '--height=420',
                     '--socket=wayland-check'], display.environment))
                display.environment['WAYLAND_DISPLAY'] = 'wayland-check'
                while not os.path.exists(os.path.join(home, 'wayland-check')):
                    select.select([], [], [], 0.05)
            start = {
                'xterm': ['xterm', '-bg', back, '-fg', fore, '-fa', font, '-fs', '10', '-e'],
                # A terminal with eight colours, as over a remote connection.
                'xterm-8-colours': ['xterm', '-bg', back, '-fg', fore, '-fa', font, '-fs', '10', '-e', 'env', '-u',
                                    'XTERM_VERSION'],
                'kitty': ['kitty', '-c', 'NONE', '-o', f'background={back}', '-o', f'foreground={fore}', '-o',
                          'font_size=10', '-o', 'remember_window_size=no', '-o', 'initial_window_width=80c', '-o',
                          'initial_window_height=24c', '-o', 'cursor_blink_interval=0'],
                'foot': ['foot', '-c', '/dev/null', '-o', f'colors.background={back[1:]}', '-o',
                         f'colors.foreground={fore[1:]}', '-f', f'{font}:size=10'],
            }[name]
            others.append(quietly([*start, program, '--quiet'], display.environment))
            images = [b'', b'']
            while images[-1] != images[-2] or len(set(images[-1])) < 40:
                select.select([], [], [], 0.7)
                images.append(subprocess.run(
                    ['import', '-window', 'root', 'ppm:-'], env=display.environment, check=True,
                    capture_output=True).stdout)
            os.makedirs(PICTURES, exist_ok=True)
            path = f'{PICTURES}/{name}-{ground}.png'
            # foot in a kiosk has a desktop around it, the others do not.
            subprocess.run(
                ['convert', 'ppm:-', *(['-crop', '660x420+0+0'] if name == 'foot' else []), '-trim', '+repage',
                 '-dither', 'None', '-colors', '32', '-strip', f'png8:{path}'],
                input=images[-1], check=True)
            print(path)
        finally:
            for other in reversed(others):
                other.terminate()
                other.wait()
            display.close()


NEEDS = {'xterm': ['xterm', 'Xvfb'], 'kitty': ['kitty', 'Xvfb'], 'foot': ['foot', 'weston', 'Xvfb'], 'tmux': ['tmux']}


def main(probe, wanted):
    lines = subprocess.run(
        [probe, '--pieces'], input='\n'.join(SAMPLES.values()) + '\n', check=True, capture_output=True,
        text=True).stdout
    failures = 0
    for name in wanted or NEEDS:
        missing = [tool for tool in NEEDS[name] if shutil.which(tool) is None]
        if missing:
            print(f'{name}: not looked at, {" and ".join(missing)} is not installed')
            continue
        with tempfile.TemporaryDirectory(prefix='inkwell-terminals.') as home:
            source, target = os.path.join(home, 'pieces'), os.path.join(home, 'columns')
            with open(source, 'w', encoding='utf8') as file:
                file.write(lines)
            run(name, home, [sys.executable, os.path.abspath(__file__), '--inside', source, target])
            if not os.path.exists(target):
                sys.exit(f'terminals: {name} did not answer')
            with open(target, encoding='utf8') as file:
                results = file.read().split('\n')[:-1]
        drifting = []
        for sample, line, columns in zip(SAMPLES, lines.split('\n'), results):
            for (width, must, text), column in zip(pieces(line), map(int, columns.split())):
                if column == width:
                    continue
                if must:
                    failures += 1
                    print(f'{name}: {sample}: “{text}” takes {column} columns instead of {width}')
                else:
                    drifting.append(f'{sample} {column} for {width}')
        print(f'{name}: {len(results)} samples; other widths, put into their cells: {", ".join(drifting) or "none"}')
    sys.exit(1 if failures else 0)


if sys.argv[1] == '--pictures':
    for terminal in sys.argv[3:] or ['xterm', 'xterm-8-colours', 'kitty', 'foot']:
        for ground in GROUNDS:
            picture(terminal, ground, os.path.abspath(sys.argv[2]))
elif sys.argv[1] == '--inside':
    inside(*sys.argv[2:])
else:
    main(sys.argv[1], sys.argv[2:])

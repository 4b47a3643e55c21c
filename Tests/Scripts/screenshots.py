#!/usr/bin/env python3
"""Makes the pictures in docs/screenshots from the program itself, each as PNG and as text.

    make screenshots [ARGS="main search"]
    screenshots.py --written FOLDER NAME    of what programs wrote into a terminal, a file each, in docs/screenshots/NAME

Keys are pressed in a tmux of its own, with a home of its own. What is then on the screen becomes an SVG, which
rsvg-convert turns into a PNG. A picture is taken once the screen shows what it is to show, and never after a pause.
"""
import html
import math
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unicodedata
import zlib

TARGET = 'docs/screenshots'
FONT_SIZE = 16
# The advance width of DejaVu Sans Mono: its box lines join only with this width.
CELL, LINE = FONT_SIZE * 0.60205, FONT_SIZE * 1.1641
DARK, LIGHT = ('#16181d', '#d6d8dc'), ('#fdfdfb', '#1c1e22')
GROUND, INK = DARK
BASIC = ['#3b3f4a', '#e06c75', '#8fc379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d6d8dc',
         '#7d8590', '#f0868e', '#a5d68f', '#f2d18f', '#82c4ff', '#d99aec', '#75cfd8', '#ffffff']

# Name, columns, rows, and the steps: keys for `tmux send-keys`, or words that the screen must show.
SCENES = [
    ('main', 120, 36, [['-l', '/attach ~/coast.png'], ['Enter'], '▤ coast.png  4', ['-l', 'The coast this morning'],
                       ['Enter'], 'Sent to', ['C-x', 't'], 'Threads', ['Enter'], 'channel too', ['C-x', 'o'],
                       'write to #general', ['-l', 'Hey, I sent @ale'], 'Alex Dunn', ['Tab'],
                       ['-l', 'the notes from #rel'], 'release', ['Tab'], ['-l', '— see '], 'see']),
    ('suggestions', 80, 24, [['-l', 'Thanks @'], 'people', ['C-n'], ['C-n']]),
    ('thread', 120, 32, [['C-x', 't'], 'Threads', ['Enter'], 'channel too', ['-l', 'I think the token '], 'I think']),
    ('narrow', 40, 14, [['-l', '今日は忙しい, but I can look '], 'look']),
    ('search', 80, 24, [['C-x', 's'], 'Search', ['-l', 'the'], 'the build']),
    ('compact', 80, 24, []),
    ('cosy', 80, 24, [['-l', '/layout cosy'], ['Enter']]),
    ('message', 80, 24, [['M-s'], 'reply', ['Up']]),
]
# Each theme in each size: file name, theme, and the terminal's background.
THEMES = [('dark', 'dark', DARK), ('light', 'light', LIGHT), ('unknown-on-dark', 'auto', DARK),
          ('unknown-on-light', 'auto', LIGHT), ('contrast', 'contrast', DARK), ('no-color', 'auto', DARK)]
SIZES = [(80, 24), (120, 40), (40, 12)]


def coast(width=160, height=90):
    """A picture of the sea as a PNG: the sky, the sun, its light on the water, and a hill."""
    def pixel(x, y):
        far = math.hypot(x - width * 0.68, y - height * 0.34)
        if far < height * 0.12: return 255, 236, 170
        if y > height * 0.74 + 9 * math.sin(x / 22) and x < width * 0.62: return 46, 74, 58
        if y < height * 0.6:
            glow = max(0, 1 - far / (height * 0.9))
            return 70 + int(170 * glow), 110 + int(70 * glow), 170 - int(40 * glow)
        shine = abs(x - width * 0.68) < 6 + (y - height * 0.6) / 3 and (x + 2 * y) % 5 < 3
        return (250, 210, 150) if shine else (38, 86 - y // 6, 122 - y // 5)

    rows = b''.join(b'\0' + bytes(v for x in range(width) for v in pixel(x, y)) for y in range(height))

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b'')


class Screen:
    """A program in its own tmux server."""

    def __init__(self, program, columns, rows, theme, arguments='--quiet'):
        self.home = tempfile.mkdtemp(prefix='inkwell-shots.')
        self.socket = os.path.join(self.home, 'tmux')
        environment = ' '.join(f'{name}={self.home}/{name}' for name in (
            'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'))
        # Mark the profile as used before, so that no tour begins.
        profile = os.path.join(self.home, 'XDG_STATE_HOME', 'inkwell', 'demo')
        os.makedirs(profile, mode=0o700)
        open(os.path.join(profile, 'toured'), 'w', encoding='utf8').close()
        settings = os.path.join(self.home, 'XDG_CONFIG_HOME', 'inkwell')
        os.makedirs(settings)
        with open(os.path.join(settings, 'config.json5'), 'w', encoding='utf8') as file:
            file.write(f"{{theme: '{theme[1]}'}}\n")
        if theme[0] == 'no-color':
            environment += ' NO_COLOR=1'
        # tmux does not answer queries, so all but the pictures of an unknown background state it.
        elif not theme[0].startswith('unknown'):
            environment += f" COLORFGBG='{'15;0' if theme[2] == DARK else '0;15'}'"
        with open(os.path.join(self.home, 'coast.png'), 'wb') as file:
            file.write(coast())
        config = os.path.join(self.home, 'tmux.conf')
        with open(config, 'w', encoding='utf8') as file:
            file.write('set -g status off\nset -g default-terminal tmux-256color\nset -g escape-time 0\n')
        self.tmux('-f', config, 'new-session', '-d', '-x', str(columns), '-y', str(rows),
                  f'env HOME={self.home} LC_ALL=C.UTF-8 {environment} {program} {arguments}')

    def tmux(self, *words):
        return subprocess.run(['tmux', '-S', self.socket, *words], check=True, capture_output=True, text=True).stdout

    def text(self):
        return self.tmux('capture-pane', '-p')

    def coloured(self):
        return self.tmux('capture-pane', '-p', '-e', '-N')

    def wait(self, words):
        deadline = time.monotonic() + 30
        while words not in self.text():
            if time.monotonic() > deadline:
                sys.exit(f'screenshots: the screen never showed "{words}":\n{self.text()}')
            time.sleep(0.05)
        self.settle()

    def settle(self):
        """Waits until the screen no longer changes, for pictures that take several frames."""
        last = None
        while last != (last := self.coloured()):
            time.sleep(0.2)

    def close(self):
        self.tmux('kill-server')
        shutil.rmtree(self.home)


class Style:
    """The style set by SGR sequences."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.fore = self.back = None
        self.bold = self.dim = self.italic = self.underline = self.struck = self.reverse = False

    def take(self, numbers):
        rest = [int(number or 0) for number in numbers]
        while rest:
            code = rest.pop(0)
            if code == 0: self.reset()
            elif code in (1, 2, 3, 4, 7, 9): self.switch(code, True)
            elif code == 22: self.bold = self.dim = False
            elif code in (23, 24, 27, 29): self.switch(code - 20, False)
            elif code in (38, 48): self.paint(code == 38, self.colour(rest))
            elif code in (39, 49): self.paint(code == 39, None)
            elif 30 <= code <= 37: self.fore = BASIC[code - 30]
            elif 40 <= code <= 47: self.back = BASIC[code - 40]
            elif 90 <= code <= 97: self.fore = BASIC[code - 82]
            elif 100 <= code <= 107: self.back = BASIC[code - 92]

    def switch(self, code, value):
        name = {1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'reverse', 9: 'struck'}[code]
        setattr(self, name, value)

    def paint(self, is_fore, colour):
        setattr(self, 'fore' if is_fore else 'back', colour)

    @staticmethod
    def colour(rest):
        if rest.pop(0) == 2:
            return '#%02x%02x%02x' % (rest.pop(0), rest.pop(0), rest.pop(0))
        index = rest.pop(0)
        if index < 16:
            return BASIC[index]
        if index >= 232:
            return '#%02x%02x%02x' % ((8 + 10 * (index - 232),) * 3)
        levels = (0, 95, 135, 175, 215, 255)
        index -= 16
        return '#%02x%02x%02x' % (levels[index // 36], levels[index // 6 % 6], levels[index % 6])

    def colours(self):
        fore, back = self.fore or INK, self.back or GROUND
        return (back, fore) if self.reverse else (fore, back)

    def attributes(self):
        words = [f'fill="{self.colours()[0]}"']
        if self.bold: words.append('font-weight="bold"')
        if self.italic: words.append('font-style="italic"')
        if self.dim: words.append('opacity="0.6"')
        lines = [name for name, is_on in (('underline', self.underline), ('line-through', self.struck)) if is_on]
        if lines: words.append(f'text-decoration="{" ".join(lines)}"')
        return ' '.join(words)


def width(character):
    if unicodedata.combining(character) or character in '\u200d\ufe0f':
        return 0
    return 2 if unicodedata.east_asian_width(character) in 'WF' else 1


def cells(line, style):
    """Pairs of a column and its text with combining marks; the style is the one at that place."""
    column, glyph, at = 0, '', 0
    for part in re.finditer(r'\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|([^\x1b])', line):
        character = part.group(2)
        if character is not None and width(character) == 0:
            glyph += character
            continue
        if glyph: yield at, glyph
        glyph = ''
        if part.group(1) is not None: style.take(re.split('[;:]', part.group(1)))
        if character is not None: glyph, at, column = character, column, column + width(character)
    if glyph: yield at, glyph


def picture(captured, columns, rows, part=None):
    """The screen as an SVG; `part` is the first and the last row of pixels that it shows."""
    grounds, glyphs, style = [], [], Style()
    for row, line in enumerate(captured.split('\n')[:rows]):
        run = None  # x, text and style: adjacent single-width cells of one style are drawn together
        for column, glyph in cells(line, style):
            span = width(glyph[0])
            if style.colours()[1] != GROUND:
                grounds.append(f'<rect shape-rendering="crispEdges" x="{column * CELL:.2f}" y="{row * LINE:.2f}" '
                               f'width="{span * CELL:.2f}" height="{LINE:.2f}" fill="{style.colours()[1]}"/>')
            how = style.attributes()
            joins = run and run[2] == how and run[0] + len(run[1]) == column and ord(glyph[-1]) < 0x2580
            if joins and ord(run[1][-1]) < 0x2580:
                run[1] += glyph
                continue
            if run: glyphs.append(text(run, row))
            run = [column, glyph, how]
        if run: glyphs.append(text(run, row))
    size = (columns * CELL + 24, rows * LINE + 24)
    shape = f'width="{size[0]:.0f}" height="{size[1]:.0f}"'
    if part:
        height = part[1] + 1 - part[0]
        shape = f'width="{size[0]:.0f}" height="{height}" viewBox="0 {part[0]} {size[0]:.0f} {height}"'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>'
            f'<rect width="{size[0]:.0f}" height="{size[1]:.0f}" rx="8" fill="{GROUND}"/><g transform="translate(12 12)" '
            f'font-family="DejaVu Sans Mono, Noto Sans Mono CJK JP, monospace" font-size="{FONT_SIZE}">{"".join(grounds)}{"".join(glyphs)}</g></svg>')


def text(run, row):
    column, words, how = run
    if not words.strip() and 'text-decoration' not in how:
        return ''
    # An emoji font has digits too, as wide as its pictures.
    font = 'font-family="Noto Color Emoji"' if ord(words[0]) >= 0x1F000 else ''
    return (f'<text x="{column * CELL:.2f}" y="{row * LINE + 15:.2f}" xml:space="preserve" {font} {how}>'
            f'{html.escape(words)}</text>')


def take(program, name, columns, rows, steps, theme=THEMES[0]):
    global GROUND, INK
    GROUND, INK = theme[2]
    screen = Screen(program, columns, rows, theme)
    try:
        screen.wait('drafts saved' if columns > 60 else '#general')
        for step in steps:
            screen.wait(step) if isinstance(step, str) else screen.tmux('send-keys', *step)
        screen.settle()
        shown, coloured = screen.text(), screen.coloured()
    finally:
        screen.close()
    path = os.path.join(TARGET, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    small = []
    if '/' in name:
        small = ['-z', '0.75']
    else:
        with open(path + '.txt', 'w', encoding='utf8') as file:
            file.write('\n'.join(line.rstrip() for line in shown.rstrip('\n').split('\n')) + '\n')
    subprocess.run(
        ['rsvg-convert', *small, '-o', path + '.png'], input=picture(coloured, columns, rows).encode(), check=True)
    print(f'{path}.png')


def take_written(folder, name):
    """What a program wrote into a terminal is written into another one of its size, which then shows the same.

    The files are named after the picture and the size: invitation.80x24.
    """
    os.makedirs(os.path.join(TARGET, name), exist_ok=True)
    for scene in sorted(os.listdir(folder)):
        written = shlex.quote(os.path.join(folder, scene))
        title, size = scene.split('.')
        columns, rows = map(int, size.split('x'))
        screen = Screen(f"sh -c 'stty raw -echo; cat {written}; exec sleep 1000'", columns, rows, THEMES[0])
        try:
            screen.settle()
            coloured = screen.coloured()
        finally:
            screen.close()
        path = os.path.join(TARGET, name, title) + '.png'
        subprocess.run(['rsvg-convert', '-z', '0.75', '-o', path], input=picture(coloured, columns, rows).encode(), check=True)
        print(path)


def main():
    if sys.argv[1] == '--written': return take_written(*sys.argv[2:])
    program = os.path.abspath(sys.argv[1])
    os.makedirs(TARGET, exist_ok=True)
    for scene in SCENES:
        if len(sys.argv) < 3 or scene[0] in sys.argv[2:]:
            take(program, *scene)
    for theme in THEMES:
        for columns, rows in SIZES:
            name = f'themes/{theme[0]}-{columns}x{rows}'
            if len(sys.argv) < 3 or name in sys.argv[2:] or 'themes' in sys.argv[2:]:
                take(program, name, columns, rows, [['-l', 'Hey @ale'], 'Alex Dunn', ['Tab'], ['-l', 'look '], 'look'],
                     theme)


if __name__ == '__main__':
    main()

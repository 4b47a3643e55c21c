#!/usr/bin/env python3
"""Makes docs/screenshots/recording.png, an animated picture of twelve seconds, from the program itself.

    make recording

A draft is written, the channel is left, the program is killed and started again: the draft is there. Keys are pressed in a
terminal of screenshots.py. How long a frame is shown is written here, so that it does not depend on the machine. Only the rows
that differ are drawn again.
"""
import os
import struct
import subprocess
import sys
import zlib
from collections import Counter

import screenshots
from screenshots import LINE, Screen

FILE = os.path.join(screenshots.TARGET, 'recording.png')
COLUMNS, ROWS = 90, 24
LETTER, MOMENT, LOOK, READ = 0.06, 0.35, 0.9, 1.8  # seconds
PROMPT = '$ '


class Film:
    """Frames with the seconds that each is shown: rows of pixels that replace those before."""

    def __init__(self, screen):
        self.screen = screen
        self.lines = None
        self.frames = []  # first row of pixels, the rows of pixels, seconds

    def shoot(self, seconds):
        """Takes what the screen shows now, for `seconds`."""
        self.screen.settle()
        lines = (self.screen.coloured().split('\n') + [''] * ROWS)[:ROWS]
        changed = [row for row in range(ROWS) if not self.lines or lines[row] != self.lines[row]]
        self.lines = lines
        if not changed:
            first, rows, before = self.frames[-1]
            self.frames[-1] = first, rows, before + seconds
            return
        # Rows that touch become one frame; the others follow at once.
        parts = [[changed[0], changed[0]]]
        for row in changed[1:]:
            if row - parts[-1][1] <= 1: parts[-1][1] = row
            else: parts.append([row, row])
        for index, (top, bottom) in enumerate(parts):
            whole = len(self.frames) == 0
            first = 0 if whole else int(12 + top * LINE) - 1
            last = int(24 + ROWS * LINE + 0.5) - 1 if whole else int(12 + (bottom + 1) * LINE) + 1
            svg = screenshots.picture('\n'.join(lines), COLUMNS, ROWS, part=(first, last)).replace(' rx="8"', '', 1)
            png = subprocess.run(['rsvg-convert'], input=svg.encode(), check=True, capture_output=True).stdout
            self.frames.append((first, pixels(png), seconds if index == len(parts) - 1 else 0))


def pixels(png):
    """The rows of pixels of a PNG of 8 bits for each of red, green, blue and perhaps opacity. All pixels are opaque."""
    at, data, width, height, depth = 8, b'', 0, 0, 3
    while at < len(png):
        size, kind = struct.unpack('>I4s', png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b'IHDR':
            width, height, *form = struct.unpack('>IIBBBBB', body)
            assert form in ([8, 2, 0, 0, 0], [8, 6, 0, 0, 0]), 'rsvg-convert writes another form'
            depth = 4 if form[1] == 6 else 3
        if kind == b'IDAT': data += body
        at += 12 + size
    raw, rows, above = zlib.decompress(data), [], bytearray(depth * width)
    for number in range(height):
        start = number * (depth * width + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + depth * width])
        for index in range(len(row)):
            left, up = row[index - depth] if index >= depth else 0, above[index]
            if kind == 1: row[index] = row[index] + left & 255
            elif kind == 2: row[index] = row[index] + up & 255
            elif kind == 3: row[index] = row[index] + (left + up) // 2 & 255
            elif kind == 4: row[index] = row[index] + paeth(left, up, above[index - depth] if index >= depth else 0) & 255
        above = row
        rows.append([bytes(row[index:index + 3]) for index in range(0, len(row), depth)])
    return rows


def paeth(left, up, corner):
    """The neighbour that is nearest to left + up - corner (PNG, 9.4)."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def palette(frames):
    """At most 256 colours, the most frequent ones, and for each colour its place among them."""
    counts = Counter()
    for _, rows, _ in frames:
        for row in rows: counts.update(row)
    chosen = [colour for colour, _ in counts.most_common(256)]
    places = {colour: place for place, colour in enumerate(chosen)}
    for colour in counts:
        if colour not in places:
            places[colour] = min(range(len(chosen)), key=lambda place: sum(
                (one - other) ** 2 for one, other in zip(chosen[place], colour)))
    return chosen, places


def animation(frames):
    """The frames as an animated PNG, which repeats for ever."""
    chosen, places = palette(frames)
    width, height = len(frames[0][1][0]), len(frames[0][1])

    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))

    file = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 3, 0, 0, 0))
    file += chunk(b'acTL', struct.pack('>II', len(frames), 0)) + chunk(b'PLTE', b''.join(chosen))
    number = 0
    for index, (first, rows, seconds) in enumerate(frames):
        file += chunk(b'fcTL', struct.pack(
            '>IIIIIHHBB', number, width, len(rows), 0, first, round(seconds * 1000), 1000, 0, 0))
        number += 1
        body = zlib.compress(b''.join(b'\0' + bytes(places[colour] for colour in row) for row in rows), 9)
        if index == 0:
            file += chunk(b'IDAT', body)
        else:
            file += chunk(b'fdAT', struct.pack('>I', number) + body)
            number += 1
    return file + chunk(b'IEND', b'')


def play(screen, film):
    def type(words):
        for letter in words:
            screen.tmux('send-keys', '-l', letter)
            film.shoot(LETTER)

    def press(*keys, shows, seconds):
        screen.tmux('send-keys', *keys)
        screen.wait(shows)
        film.shoot(seconds)

    screen.wait(PROMPT.strip())
    film.shoot(MOMENT)
    type('inkwell')
    press('Enter', shows='drafts saved', seconds=READ)
    type('Hey @ale')
    screen.wait('Alex Dunn')
    film.shoot(MOMENT)
    press('Tab', shows='Hey Alex Dunn', seconds=MOMENT)
    type('the notes are in #rel')
    press('Tab', shows='#release', seconds=MOMENT)
    type('and I think ')
    press('M-Down', shows='✎ Hey Alex', seconds=READ)
    shell = screen.tmux('display-message', '-p', '#{pane_pid}').strip()
    subprocess.run(['pkill', '-9', '-P', shell], check=True)
    screen.wait('Killed')
    film.shoot(LOOK)
    type('inkwell')
    press('Enter', shows='✎ Hey Alex', seconds=LOOK)
    press('M-Up', shows='and I think', seconds=READ)
    # It must have ended before its folder is removed.
    screen.tmux('send-keys', 'C-x', 'C-c')
    screen.wait(f'inkwell\n{PROMPT.strip()}')


def main():
    program = os.path.abspath(sys.argv[1])
    # A killed program cannot restore the terminal, so the shell does.
    restore = "status=$?; tput rmcup; stty sane; if [ $status = 137 ]; then echo Killed; fi"
    shell = f"env HISTFILE= PS1='{PROMPT}' PROMPT_COMMAND='{restore}' PATH={os.path.dirname(program)}:$PATH bash --norc"
    screen = Screen(shell, COLUMNS, ROWS, screenshots.THEMES[0], arguments='')
    film = Film(screen)
    try:
        play(screen, film)
    finally:
        screen.close()
    file = animation(film.frames)
    with open(FILE, 'wb') as output: output.write(file)
    shown = sum(seconds for _, _, seconds in film.frames)
    print(f'{FILE}: {len(film.frames)} frames, {shown:.1f} s, {len(file) // 1024} kB')


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""Runs every command that the documentation shows: the lines of all blocks marked `sh` in README.md and docs.

    make docs-check

A command has to end well, or with the status that its comment states (`# exit status 64`). One that opens the screen is
run in a terminal of its own, has to show its first frame, and is left by C-x C-c. What takes long or changes the
system (`make test`, `make install`, …) is not run from here, but make has to know it. Between words, commands that begin
with `inkwell --` are run too, but for those with a word in capitals that stands for something.
"""
import glob
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
# CI runs `make check`, people run the others; here make only checks that the target exists.
LONG = {
    'test', 'test-matrix', 'test-element', 'test-pictures', 'interop', 'kills', 'soak', 'server', 'check', 'e2e',
    'bench', 'performance', 'instructions', 'fuzz', 'sanitize', 'coverage', 'deb', 'dist', 'install', 'uninstall',
    'long', 'package-check', 'docs-check', 'reference', 'screenshots', 'terminals-check', 'terminals-pictures',
    'goldens', 'docs', 'build', 'clean', 'format', 'lint',
}
# Exits by itself, so it needs no terminal.
ANSWERS = ('--help', '-h', '--version', '-V', '--print-keys', '--print-config', '--check-config', '--export-drafts')


def commands():
    """The place of each command, and the command; a backslash joins lines."""
    for path in ['README.md'] + sorted(glob.glob('docs/**/*.md', recursive=True)):
        with open(path, encoding='utf8') as file:
            is_inside, joined = False, ''
            for number, line in enumerate(file, 1):
                line = line.rstrip('\n')
                if line.startswith('```'):
                    is_inside = not is_inside and line == '```sh'
                elif not is_inside:
                    for command in re.findall(r'`(inkwell --[^`]+)`', line):
                        if not re.search(r'[A-Z]{4}|…', command): yield f'{path}:{number}', command
                elif line.strip() and not line.lstrip().startswith('#'):
                    joined += line.rstrip('\\')
                    if not line.endswith('\\'):
                        yield f'{path}:{number}', joined
                        joined = ''


def opens_screen(command):
    words = command.split()
    is_program = words[0] == 'inkwell' or command.startswith('make run')
    return is_program and not any(option in command for option in ANSWERS) and '|' not in command


def run_in_terminal(command, environment):
    """The status of a program that shows its screen and is then left."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe('sh', ['sh', '-c', command], environment)
    shown, deadline, is_left = b'', time.monotonic() + 60, False
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:  # the program has closed its end
                break
        if not is_left and re.search(rb'#general|F1|twice, quits', shown):
            is_left = True
            os.write(terminal, b'q' if '--keydump' in command else b'/quit\r' if '--plain' in command else b'\x18\x03')
    else:
        os.kill(process, 9)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return status if is_left else f'{status}, and nothing was shown but {shown[-400:]!r}'


def run(command, home):
    environment = {**os.environ, 'HOME': home, 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80', 'LINES': '24',
                   'PATH': f'{os.path.dirname(PROGRAM)}:{os.environ["PATH"]}'}
    for name in ('XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'):
        environment.pop(name, None)
    if command.startswith('make run'):
        # Runs the built program: `swift run` would build it again.
        given = re.search(r'ARGS="([^"]*)"', command)
        command = f'inkwell {given.group(1) if given else ""}'
    if opens_screen(command):
        return run_in_terminal(command, environment), ''
    ended = subprocess.run(['sh', '-c', command], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return ended.returncode, ended.stdout + ended.stderr


def main():
    faults = counted = looked_up = 0
    with tempfile.TemporaryDirectory(prefix='inkwell-docs.') as home:
        for place, command in commands():
            wanted = re.search(r'# exit status (\d+)', command)
            command = re.sub(r'\s+# .*$', '', command)
            target = re.match(r'(?:[A-Z]+=\S+ )*make ([a-z0-9-]+)', command)
            if command == 'make' or target and target.group(1) in LONG:
                command, looked_up = f'make -n {target.group(1) if target else ""} >/dev/null', looked_up + 1
            counted += 1
            status, output = run(command, home)
            if status != (int(wanted.group(1)) if wanted else 0):
                faults += 1
                print(f'{place}: {command}: exit status {status}\n{output[-800:]}')
    print(f'{counted} commands of the documentation, {looked_up} of them only looked up, {faults} faulty')
    sys.exit(1 if faults or not counted else 0)


main()

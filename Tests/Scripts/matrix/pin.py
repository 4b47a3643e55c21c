#!/usr/bin/env python3
"""Writes requirements.txt from requirements.in: every package that pip would install, with its version and its hashes.

    .build/synapse/bin/python Tests/Scripts/matrix/pin.py

Run it by hand after a change of requirements.in. It asks for wheels only, so that installing builds nothing, and for
the Pythons and the machines on which the tests may run, because each of them has wheels of its own.
"""
import json
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
PYTHONS = ('3.11', '3.13')  # Debian 12 and 13
MACHINES = ('x86_64', 'aarch64')


def resolved(python: str, machine: str) -> dict[str, tuple[str, str]]:
    """The version and the hash of each package."""
    # With an explicit platform, pip does not accept compatible older ones, and it requires a target although it
    # writes nothing there.
    platforms = [f'manylinux_2_{minor}_{machine}' for minor in range(36, 4, -1)] + [f'manylinux2014_{machine}']
    command = [sys.executable, '-m', 'pip', 'install', '--quiet', '--dry-run', '--report', '-', '--ignore-installed',
               '--target', '/nonexistent', '--only-binary', ':all:', '--implementation', 'cp', '--python-version', python,
               *(f'--platform={platform}' for platform in platforms), '-r', os.path.join(FOLDER, 'requirements.in')]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {item['metadata']['name'].lower().replace('_', '-').replace('.', '-'):
            (item['metadata']['version'], item['download_info']['archive_info']['hashes']['sha256'])
            for item in report['install']}


def main() -> None:
    pins: dict[str, dict[str, None]] = {}  # the values are ordered sets
    for python in PYTHONS:
        for machine in MACHINES:
            for name, (version, sha256) in resolved(python, machine).items():
                pins.setdefault(f'{name}=={version}', {})[f'--hash=sha256:{sha256}'] = None
    names = [pin.split('==')[0] for pin in pins]
    if len(set(names)) < len(names):
        sys.exit(f'pin: these got two versions: {sorted({name for name in names if names.count(name) > 1})}')
    with open(os.path.join(FOLDER, 'requirements.txt'), 'w', encoding='utf8') as file:
        file.write('# Written by pin.py from requirements.in.\n')
        for pin in sorted(pins):
            file.write(' \\\n  '.join([pin, *pins[pin]]) + '\n')


main()

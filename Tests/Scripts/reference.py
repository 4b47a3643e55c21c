#!/usr/bin/env python3
"""Checks that the libraries' public symbols are documented, and makes pages of them.

    Tests/Scripts/reference.py MODULES --check     lists public symbols without a comment
    Tests/Scripts/reference.py MODULES FOLDER      writes the pages of all libraries into FOLDER

MODULES is the folder with the compiled modules. Everything comes from them, from the catalogues in Sources and from the
toolchain. A warning of the documentation compiler is an error.
"""
from __future__ import annotations

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Any

# In dependency order: the pages of a library link to those of the libraries above it.
LIBRARIES = ('DraftEngine', 'ChatDomain', 'ChatControllers', 'InMemoryService', 'LocalStorage', 'ChatPlatform')
# These have every public symbol documented. For the others, only the catalogue must be free of warnings.
DOCUMENTED = ('DraftEngine', 'ChatDomain', 'ChatControllers', 'InMemoryService', 'LocalStorage', 'ChatPlatform')


def extract(modules: str, library: str, folder: str) -> None:
    """Writes the symbols of a library, with their comments, into a folder."""
    target = json.loads(subprocess.check_output(['swiftc', '-print-target-info']))['target']['triple']
    maps = glob.glob('Sources/*/*/module.modulemap') + glob.glob('Sources/*/*/include/module.modulemap')
    subprocess.run(['swift', 'symbolgraph-extract', '-module-name', library, '-target', target, '-I', modules,
                    *(flag for path in maps for flag in ('-I', os.path.dirname(path))),
                    '-minimum-access-level', 'public', '-skip-synthesized-members', '-output-dir', folder], check=True)


def undocumented(folder: str) -> list[str]:
    """The public symbols that stand in the sources without a comment, and take none over from a protocol."""
    found: list[str] = []
    for path in glob.glob(f'{folder}/*.symbols.json'):
        with open(path, encoding='utf8') as file:
            symbols: list[dict[str, Any]] = json.load(file)['symbols']
        for symbol in symbols:
            place = symbol.get('location')
            if place and not symbol.get('docComment') and '::SYNTHESIZED::' not in symbol['identifier']['precise']:
                source = os.path.relpath(place['uri'].removeprefix('file://'))
                found.append(f'{source}:{place["position"]["line"] + 1}: {".".join(symbol["pathComponents"])}')
    return sorted(found)


def check(modules: str) -> int:
    bare = 0
    for library in DOCUMENTED:
        with tempfile.TemporaryDirectory() as folder:
            extract(modules, library, folder)
            found = undocumented(folder)
            if not os.listdir(folder):
                sys.exit(f'{library} has no symbols')
        bare += len(found)
        for line in found:
            print(line)
    print(f'{bare} public symbols of {", ".join(DOCUMENTED)} without a comment')
    return 1 if bare else 0


def warnings(output: str, library: str) -> list[str]:
    """What a run of docc complains about and is an error here."""
    complaints = re.findall(r'^(?:warning|error): .*(?:\n(?!warning: |error: ).*)*', output, re.MULTILINE)
    return [each for each in complaints if library in DOCUMENTED or not re.search(r'--> .*\.swift:', each)]


def write(modules: str, folder: str) -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        archives: list[str] = []
        for library in LIBRARIES:
            symbols, archive = f'{scratch}/{library}', f'{scratch}/{library}.doccarchive'
            os.mkdir(symbols)
            extract(modules, library, symbols)
            command = ['docc', 'convert', *glob.glob(f'Sources/*/{library}/{library}.docc'), '--additional-symbol-graph-dir', symbols,
                       '--output-path', archive, '--fallback-display-name', library,
                       '--fallback-bundle-identifier', f'inkwell.{library}', '--fallback-default-module-kind', 'Library',
                       '--enable-experimental-external-link-support']
            for earlier in archives:
                command += ['--dependency', earlier]
            ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            complaints = warnings(ended.stdout, library)
            if complaints or ended.returncode:
                faults += 1
                print(f'{library}:', *(complaints or [ended.stdout]), sep='\n')
            archives.append(archive)
        if faults:
            return 1
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.dirname(os.path.abspath(folder)), exist_ok=True)
        subprocess.run(['docc', 'merge', *archives, '--synthesized-landing-page-name', 'Inkwell',
                        '--synthesized-landing-page-kind', 'Libraries', '--output-path', folder], check=True, stdout=subprocess.DEVNULL)
    print(f'the pages: {folder}; to read them: python3 -m http.server --directory {folder}, then /documentation')
    return 0


def main() -> int:
    modules, task = sys.argv[1:]
    return check(modules) if task == '--check' else write(modules, task)


if __name__ == '__main__':
    sys.exit(main())

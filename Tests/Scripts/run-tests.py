#!/usr/bin/env python3
"""Builds the tests, runs their groups side by side, one a core, and says how they went.

    Tests/Scripts/run-tests.py [arguments of swift build] [--filter …] [--skip …] [--no-parallel]

Prints a line for each suite, failures in full, what was skipped and why, and one total at the end. What the tests
themselves print goes to test-output.txt in the build folder. Without the last three all tests run, but for the targets
named in MATRIX_TESTS. SLOWEST=10 runs them one after another, because a test that runs beside others has no time of its
own, and names the ten that took longest. ONE_GROUP_AT_A_TIME=1 runs one process at a time.

A run fails if a test fails, if the test program crashes, hangs or ends early, and if a group has no test. With CI=true
a skipped test is a failure, because nobody is there to read about it. With STATED_SKIPS=allowed that does not go for
single cases that a test gives up itself: the reason is then in the code and not on the machine.
"""
from __future__ import annotations

import argparse
import glob
import json
import os
import signal
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

# Each of these groups runs in its own process, and another runs all other tests. That one takes longest, so it starts first.
GROUPS = (
    # These serialise all jobs of their process, so that a run is reproducible.
    ('ScenarioTests',),
    # These mostly wait for built programs.
    ('EndToEndTests',),
    ('SimulationTests',),
    # The controllers' tests share the main actor, which tests that draw large screens would delay. The stores' tests
    # are here because few of these tests start processes, which inherit all open files until they exec. The transport
    # keeps a connection for two minutes, and with more tests its tests might wait longer.
    ('ChatControllersTests', 'LocalStorageTests', 'StoreContractTests', 'HTTPTransportTests'),
    # These give up after a number of main actor turns, so no other tests may use it.
    ('ChatUITests', 'ComposerTests'),
)

# A run hangs when it reports nothing for this long and uses no processor time, or reports nothing for an hour.
IDLE_SECONDS = 300
SILENT_SECONDS = 3600


@dataclass
class Failure:
    """An issue that a test recorded: where, with which argument, and what it says."""
    test: str
    place: str
    case: str
    lines: list[str]

    @property
    def summary(self) -> str:
        """In one line, for the end of a run, which may be all that is kept of it."""
        return '  '.join(part for part in (self.test, self.place, self.lines[0] if self.lines else '') if part)


@dataclass
class Suite:
    """The tests of a suite, and how many of them have ended in which way."""
    tests: int = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0
    failures: list[Failure] = field(default_factory=list)

    @property
    def ended(self) -> int:
        return self.passed + self.failed + self.skipped


class Group:
    """What the events of one process say; `write` gets each line that a person should see."""

    def __init__(self, write: Callable[[str], None], is_timed: bool = False):
        self.write, self.is_timed = write, is_timed
        self.names: dict[str, str] = {}
        self.suites: dict[str, Suite] = {}
        self.running: dict[str, float] = {}
        self.seconds: dict[str, float] = {}
        self.outcomes: dict[str, str] = {}
        self.failures: list[Failure] = []
        self.skips: list[str] = []
        self.given_up: dict[str, list[str]] = {}
        self.has_ended = False

    def read(self, line: bytes) -> None:
        record = json.loads(line)
        payload = record['payload']
        if record['kind'] == 'test':
            if payload['kind'] == 'function':
                self.add(payload)
            return
        read = getattr(self, 'read_' + payload['kind'], None)
        if read:
            read(payload)

    def add(self, test: dict[str, Any]) -> None:
        identity = test['id']
        if identity in self.names:
            return
        title = test.get('displayName')
        self.names[identity] = short(identity) + (f' "{title}"' if title else '')
        self.suites.setdefault(suite_of(identity), Suite()).tests += 1

    def read_testStarted(self, event: dict[str, Any]) -> None:
        identity = event['testID']
        if identity in self.names:
            self.running[identity] = moment(event)

    def read_issueRecorded(self, event: dict[str, Any]) -> None:
        messages = event.get('messages', [])
        if not messages or messages[0]['symbol'] != 'fail':
            return  # A known issue, or a warning.
        identity = event.get('testID', '')
        place = event.get('issue', {}).get('sourceLocation') or {}
        path = place.get('filePath') or place.get('_filePath') or place.get('fileID', '')
        failure = Failure(
            test=self.names.get(identity, short(identity) or 'outside of all tests'),
            place=f'{os.path.relpath(path)}:{place.get("line")}' if path else '',
            case=event.get('_testCase', {}).get('displayName', ''),
            lines=[line for message in messages for line in message['text'].splitlines()])
        self.failures.append(failure)
        if identity in self.names:
            self.suites[suite_of(identity)].failures.append(failure)
        else:
            self.show(failure)

    def read_testCaseCancelled(self, event: dict[str, Any]) -> None:
        self.given_up.setdefault(event['testID'], []).extend(event.get('_comments') or ['no reason given'])

    def read_testSkipped(self, event: dict[str, Any]) -> None:
        self.skip(event)

    def read_testEnded(self, event: dict[str, Any]) -> None:
        identity = event['testID']
        if identity not in self.names:
            return
        began = self.running.pop(identity, None)
        if began is not None:
            self.seconds[identity] = moment(event) - began
            self.suites[suite_of(identity)].seconds += self.seconds[identity]
        symbol = event['messages'][0]['symbol']
        if symbol == 'skip':
            self.skip(event)
        else:
            self.end(event, 'failed' if symbol == 'fail' else 'passed')

    def read_runEnded(self, _: dict[str, Any]) -> None:
        self.has_ended = True

    def skip(self, event: dict[str, Any]) -> None:
        identity = event['testID']
        if identity not in self.names or identity in self.outcomes:
            return
        reasons = event.get('_comments') or self.given_up.pop(identity, None) or [event['messages'][0]['text']]
        self.skips.append(f'{self.names[identity]}: {" ".join(reasons)}')
        self.end(event, 'skipped')

    def end(self, event: dict[str, Any], outcome: str) -> None:
        identity = event['testID']
        if identity in self.outcomes:
            return
        self.outcomes[identity] = outcome
        name = suite_of(identity)
        suite = self.suites[name]
        setattr(suite, outcome, getattr(suite, outcome) + 1)
        if suite.ended == suite.tests:
            self.show_suite(name, suite)

    def show_suite(self, name: str, suite: Suite) -> None:
        complete = sum(each.ended == each.tests for each in self.suites.values())
        counter = f'[{complete:>{len(str(len(self.suites)))}}/{len(self.suites)}]'
        counts = f'{suite.passed} passed'
        counts += f', {suite.failed} failed' if suite.failed else ''
        counts += f', {suite.skipped} skipped' if suite.skipped else ''
        mark = '✘' if suite.failed else '✔' if suite.passed else '➜'
        seconds = f', {suite.seconds:.2f} s' if self.is_timed else ''
        self.write(f'{counter} {mark} {name:<56} {counts}{seconds}')
        for failure in suite.failures:
            self.show(failure, name)

    def show(self, failure: Failure, suite: str = '') -> None:
        case = f' with {failure.case}' if failure.case else ''
        self.write(f'    ✘ {failure.test.removeprefix(suite + "/")}{case}  {failure.place}')
        for line in failure.lines:
            self.write(f'        {line}')

    def show_unfinished(self) -> None:
        """What a broken run leaves open: the suites with failures, and the tests that were under way."""
        for name, suite in self.suites.items():
            if suite.failures and suite.ended < suite.tests:
                self.write(f'  {name}, which did not end:')
                for failure in suite.failures:
                    self.show(failure, name)
        under_way = sorted(self.running, key=lambda identity: self.running[identity])
        for identity in under_way[-20:]:
            self.write(f'    under way: {self.names[identity]}')
        if len(under_way) > 20:
            self.write(f'    and {len(under_way) - 20} that began before')

    def count(self, outcome: str) -> int:
        return sum(each == outcome for each in self.outcomes.values())

    @property
    def unfinished(self) -> int:
        return len(self.names) - len(self.outcomes)


def moment(event: dict[str, Any]) -> float:
    return float(event['instant']['absolute'])


def suite_of(identity: str) -> str:
    """`Target.Suite/Inner/name()/File.swift:1:2` is in `Target.Suite/Inner`; one without a suite is in its target."""
    parts = identity.rsplit('/', 2)
    return parts[0] if len(parts) == 3 else identity.split('.')[0]


def short(identity: str) -> str:
    return identity.rsplit('/', 1)[0]


class Events:
    """The lines that have been written to a file so far; the last may still be incomplete."""

    def __init__(self, path: str):
        self.path = path
        self.read = 0

    def lines(self) -> Iterator[bytes]:
        if not os.path.exists(self.path):
            return
        with open(self.path, 'rb') as file:
            file.seek(self.read)
            for line in file:
                if not line.endswith(b'\n'):
                    return
                self.read += len(line)
                if line.strip():
                    yield line


def processor_seconds(process: int) -> float:
    """What a process and its ended children have used so far."""
    try:
        with open(f'/proc/{process}/stat', encoding='utf8', errors='replace') as file:
            # The name in parentheses may contain any character; after it, the times are fields 12 to 15.
            return sum(map(int, file.read().rsplit(')', 1)[1].split()[11:15])) / os.sysconf('SC_CLK_TCK')
    except OSError:
        return 0


@dataclass
class Patience:
    """Decides when a process hangs: when it says nothing and rests for too long, or only works for much too long."""
    idle: float
    silent: float
    heard: float
    rested: float
    used: float = 0

    def ends(self, now: float, has_spoken: bool, used: float) -> bool:
        if has_spoken:
            self.heard = now
        if has_spoken or used - self.used > 1:
            self.rested, self.used = now, used
        return now - self.rested > self.idle or now - self.heard > self.silent


class Run:
    """One test program, its groups, and the total."""

    def __init__(self, program: str, folder: str, write: Callable[[str], None],
                 slowest: int = 0, now: Callable[[], float] = time.monotonic):
        self.program, self.folder, self.write, self.slowest, self.now = program, folder, write, slowest, now
        self.output = os.path.join(folder, 'test-output.txt')
        self.groups: list[Group] = []
        self.faults: list[str] = []
        self.began = now()
        self.processes: set[subprocess.Popen[bytes]] = set()
        self.lock = threading.Lock()
        open(self.output, 'w', encoding='utf8').close()

    def run_all(self, groups: list[list[str]], at_once: int) -> None:
        """Runs groups side by side, each in a process of its own, and waits for them."""
        with ThreadPoolExecutor(at_once) as pool:
            runs = [pool.submit(self.run, group) for group in groups]
            try:
                for run in runs:
                    run.result()
            except BaseException:
                # C-c at the terminal reaches the tests as well, and their child processes end with their terminals.
                pool.shutdown(wait=False, cancel_futures=True)
                with self.lock:
                    for process in self.processes:
                        process.kill()
                    self.faults.append('the run was broken off')
                raise

    def run(self, arguments: list[str]) -> None:
        """Runs a group and waits for it."""
        group = Group(self.write, is_timed=self.slowest > 0)
        with self.lock:
            self.groups.append(group)
            number = len(self.groups)
        path = os.path.join(self.folder, f'test-events-{number}.jsonl')
        if os.path.exists(path):
            os.unlink(path)
        events = Events(path)
        # Version 0 of the format includes the reasons of skips and the argument of a failed case, which later ones
        # omit.
        command = [self.program, '--testing-library', 'swift-testing', '--event-stream-output-path', path,
                   '--event-stream-version', '0', *(['--no-parallel'] if self.slowest else []), *arguments]
        own_output = os.path.join(self.folder, f'test-output-{number}.txt')
        with open(own_output, 'wb') as output:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        with self.lock:
            self.processes.add(process)
        hung = self.watch(process, group, events)
        with self.lock:
            self.processes.remove(process)
            self.judge(number, group, process.returncode, hung, own_output)
            with open(own_output, 'rb') as part, open(self.output, 'ab') as whole:
                shutil.copyfileobj(part, whole)
            os.unlink(own_output)

    def watch(self, process: subprocess.Popen[bytes], group: Group, events: Events) -> bool:
        """Reads the events until the process has ended; whether it had to be ended because it hung."""
        began = self.now()
        patience = Patience(IDLE_SECONDS, SILENT_SECONDS, began, began)
        while True:
            is_over = process.poll() is not None
            now = self.now()
            lines = list(events.lines())
            # Keep the lines of a suite together.
            with self.lock:
                for line in lines:
                    group.read(line)
            if is_over:
                return False
            if patience.ends(now, bool(lines), processor_seconds(process.pid)):
                self.stop(process)
                with self.lock:
                    for line in events.lines():
                        group.read(line)
                return True
            time.sleep(0.05)

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Ends it so that Swift still writes down where it was."""
        process.send_signal(signal.SIGABRT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def judge(self, number: int, group: Group, status: int, hung: bool, output: str) -> None:
        if hung:
            fault = f'group {number} hung, and was ended'
        elif status < 0:
            fault = f'group {number} crashed: {signal.Signals(-status).name}'
        elif not group.names:
            fault = f'group {number} has no test'
        elif group.unfinished or not group.has_ended:
            fault = f'group {number} ended early, with status {status}'
        elif status != 0 and not group.failures:
            fault = f'group {number} ended with status {status}'
        else:
            return
        self.faults.append(fault)
        self.write(f'✘ {fault}')
        group.show_unfinished()
        if status < 0 or group.unfinished:
            for line in self.last_words(output):
                self.write(f'    | {line}')

    def last_words(self, output: str) -> list[str]:
        """What the program wrote when it crashed, or at its end."""
        with open(output, encoding='utf8', errors='replace') as file:
            lines = file.read().splitlines()
        error = [line for line in lines if 'Fatal error' in line]
        crash = next((at for at, line in enumerate(lines) if line.startswith('Thread ') and line.endswith('crashed:')), None)
        return error + (lines[-30:] if crash is None else lines[crash:crash + 15])

    def finish(self, environment: dict[str, str] | os._Environ[str]) -> int:
        """Prints what is left to say, the total last, and gives the exit status."""
        failures = [failure for group in self.groups for failure in group.failures]
        skips = [skip for group in self.groups for skip in group.skips]
        passed, failed, skipped = (sum(group.count(outcome) for group in self.groups)
                                   for outcome in ('passed', 'failed', 'skipped'))
        failed += sum(group.unfinished for group in self.groups)
        stated = [f'{group.names[identity]}: {len(reasons)} of its cases, {reason}' for group in self.groups
                  for identity, reasons in group.given_up.items() for reason in sorted(set(reasons))]

        self.write('')
        if self.slowest:
            self.write(f'the slowest {self.slowest}:')
            times = [(seconds, group.names[identity]) for group in self.groups for identity, seconds in group.seconds.items()]
            for seconds, name in sorted(times, reverse=True)[:self.slowest]:
                self.write(f'  {seconds:7.2f} s  {name}')
        if skips or stated:
            self.write('skipped:')
            for skip in skips + stated:
                self.write(f'  {skip}')
        if failures or self.faults:
            self.write('failed:')
            for failure in dict.fromkeys(each.summary for each in failures):
                self.write(f'  {failure}')
            for fault in self.faults:
                self.write(f'  {fault}')
        unread = len(skips) + (0 if environment.get('STATED_SKIPS') == 'allowed' else len(stated))
        is_skip_a_failure = environment.get('CI') == 'true' and unread > 0
        if is_skip_a_failure:
            self.write('a skipped test is a failure on CI')
        if not passed and not failed and not self.faults:
            self.faults.append('no test ran')
            self.write('no test ran')
        self.write(f'{self.now() - self.began:.0f} s; the whole output: {os.path.relpath(self.output)}')
        self.write(f'{passed} passed, {failed} failed, {skipped} skipped')
        return 1 if failed or failures or self.faults or is_skip_a_failure else 0


def all_groups(matrix: str) -> list[list[str]]:
    """The arguments of each process when all tests are to run."""
    apart = [name for group in GROUPS for name in group] + ([matrix] if matrix else [])
    return [['--skip', f'^({"|".join(apart)})\\.']] + [['--filter', f'^({"|".join(group)})\\.'] for group in GROUPS]


def divided(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments of `swift build`, and those of the test program, which ignores what it does not know."""
    parser = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    parser.add_argument('--filter', action='append', default=[])
    parser.add_argument('--skip', action='append', default=[])
    parser.add_argument('--no-parallel', action='store_true')
    known, flags = parser.parse_known_args(arguments)
    wanted = [word for option in ('filter', 'skip') for pattern in getattr(known, option) for word in (f'--{option}', pattern)]
    return flags, wanted + (['--no-parallel'] if known.no_parallel else [])


def main() -> int:
    flags, wanted = divided(sys.argv[1:])
    groups = [wanted] if wanted else all_groups(os.environ.get('MATRIX_TESTS', ''))
    folder = flags[flags.index('--scratch-path') + 1] if '--scratch-path' in flags else '.build'

    status = subprocess.call(['swift', 'build', '--build-tests', *flags])
    if status:
        return status
    programs = glob.glob(f'{folder}/debug/*PackageTests.xctest')
    if len(programs) != 1:
        sys.exit(f'one test program is wanted in {folder}/debug, and there are {len(programs)}')

    run = Run(os.path.abspath(programs[0]), folder, lambda line: print(line, flush=True), int(os.environ.get('SLOWEST') or 0))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    is_serial = run.slowest > 0 or os.environ.get('ONE_GROUP_AT_A_TIME') == '1'
    try:
        run.run_all(groups, 1 if is_serial else len(os.sched_getaffinity(0)))
    except KeyboardInterrupt:
        run.finish(os.environ)
        return 130
    return run.finish(os.environ)


if __name__ == '__main__':
    sys.exit(main())

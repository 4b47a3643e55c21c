#!/usr/bin/env python3
"""Checks run-tests.py against test programs that are told what to report and how to end.

    Tests/Scripts/run-tests-check.py [-k NAME]
"""
from __future__ import annotations

import importlib.util
import itertools
import json
import os
import re
import signal
import sys
import tempfile
import threading
import time
import unittest
from typing import Any

FOLDER = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('run_tests', os.path.join(FOLDER, 'run-tests.py'))
assert spec and spec.loader
run_tests = importlib.util.module_from_spec(spec)
sys.modules['run_tests'] = run_tests
spec.loader.exec_module(run_tests)

# Writes the given events to the given file, then exits as instructed.
PROGRAM = """#!{python}
import os, signal, sys, time
with open(sys.argv[sys.argv.index('--event-stream-output-path') + 1], 'w') as file:
    file.write({events!r})
print({says!r}, flush=True)
{end}
"""
HANG = 'signal.signal(signal.SIGABRT, signal.SIG_DFL)\ntime.sleep(1000)'


def test(suite: str, name: str, title: str | None = None) -> dict[str, Any]:
    payload = {'kind': 'function', 'id': f'{suite}/{name}/File.swift:1:2', 'name': name}
    return {'kind': 'test', 'payload': payload | ({'displayName': title} if title else {})}


def event(kind: str, test: dict[str, Any] | None = None, symbol: str = 'default', text: str = '', at: float = 1, **more: Any) -> dict[str, Any]:
    payload = {'kind': kind, 'instant': {'absolute': at}, 'messages': [{'symbol': symbol, 'text': text}]}
    return {'kind': 'event', 'payload': payload | ({'testID': test['payload']['id']} if test else {}) | more}


def ended(test: dict[str, Any], symbol: str = 'pass', began: float = 1, at: float = 2) -> list[dict[str, Any]]:
    return [event('testStarted', test, at=began), event('testEnded', test, symbol, 'ended', at=at)]


def issue(test: dict[str, Any] | None, text: str, symbol: str = 'fail', **more: Any) -> dict[str, Any]:
    place = {'_filePath': os.path.abspath('Tests/File.swift'), 'line': 7}
    return event('issueRecorded', test, symbol, text, issue={'sourceLocation': place}, **more)


OVER = event('runEnded')
ONE, TWO, OTHER = test('T.Suite', 'one()', 'It does'), test('T.Suite', 'two(n:)'), test('T.Other/Inner', 'three()')


class RunTests(unittest.TestCase):
    def run_groups(self, *groups: tuple[list[dict[str, Any]], str], says: str = '', slowest: int = 0, **environment: str) -> None:
        """Runs a program for each group; then `lines`, `total` and `status` say what came of it."""
        self.lines: list[str] = []
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'program')
            run = run_tests.Run(program, folder, self.lines.append, slowest)
            for events, end in groups:
                with open(program, 'w', encoding='utf8') as file:
                    text = ''.join(json.dumps(each, separators=(',', ':')) + '\n' for each in events)
                    file.write(PROGRAM.format(python=sys.executable, events=text, says=says, end=end))
                os.chmod(program, 0o755)
                run.run([])
            self.status = run.finish(environment)
            with open(run.output, encoding='utf8') as file:
                self.output = file.read()
        self.total = self.lines[-1]

    def assert_says(self, wanted: str) -> None:
        self.assertTrue(any(re.search(wanted, line) for line in self.lines), f'{wanted!r} is not in\n' + '\n'.join(self.lines))

    def test_all_pass(self) -> None:
        self.run_groups(([ONE, TWO, OTHER, *ended(ONE), *ended(OTHER), *ended(TWO, at=3.5), OVER], ''), says='hello')
        self.assertEqual((self.status, self.total), (0, '3 passed, 0 failed, 0 skipped'))
        self.assertRegex(self.lines[0], r'^\[1/2\] ✔ T\.Other/Inner +1 passed$')
        self.assertRegex(self.lines[1], r'^\[2/2\] ✔ T\.Suite +2 passed$')
        self.assert_says('the whole output: .*test-output.txt')
        self.assertEqual(self.output, 'hello\n')

    def test_groups_have_one_total(self) -> None:
        self.run_groups(([ONE, *ended(ONE), OVER], ''), ([OTHER, *ended(OTHER), OVER], ''))
        self.assertEqual((self.status, self.total), (0, '2 passed, 0 failed, 0 skipped'))

    def test_failure_in_full(self) -> None:
        told = issue(TWO, 'Expectation failed: n == 2\nsecond line', _testCase={'displayName': '3'})
        told['payload']['messages'].append({'symbol': 'details', 'text': 'because'})
        self.run_groups(([ONE, TWO, *ended(ONE), told, *ended(TWO, 'fail'), OVER], 'sys.exit(1)'))
        self.assertEqual((self.status, self.total), (1, '1 passed, 1 failed, 0 skipped'))
        at = self.lines.index('    ✘ two(n:) with 3  Tests/File.swift:7')
        self.assertEqual(self.lines[at + 1:at + 4], [' ' * 8 + each for each in ('Expectation failed: n == 2', 'second line', 'because')])
        self.assertIn('  T.Suite/two(n:)  Tests/File.swift:7  Expectation failed: n == 2', self.lines)

    def test_known_issues_and_warnings_are_no_failures(self) -> None:
        told = [issue(ONE, 'known', 'passWithKnownIssue'), issue(ONE, 'only a warning', 'warning')]
        self.run_groups(([ONE, *told, *ended(ONE, 'passWithKnownIssue'), OVER], ''))
        self.assertEqual((self.status, self.total), (0, '1 passed, 0 failed, 0 skipped'))

    def test_an_issue_outside_of_all_tests_fails(self) -> None:
        self.run_groups(([ONE, *ended(ONE), issue(None, 'nobody knows'), OVER], ''))
        self.assertEqual(self.status, 1)
        self.assert_says('outside of all tests')

    def test_a_failure_in_a_group_is_not_forgotten(self) -> None:
        self.run_groups(([ONE, issue(ONE, 'x'), *ended(ONE, 'fail'), OVER], 'sys.exit(1)'), ([OTHER, *ended(OTHER), OVER], ''))
        self.assertEqual((self.status, self.total), (1, '1 passed, 1 failed, 0 skipped'))

    def test_crash(self) -> None:
        says = 'before\nFile.swift:3: Fatal error: out of range\nThread 0:\nThread 1 crashed:\n0 in function'
        self.run_groups(([ONE, TWO, *ended(ONE), event('testStarted', TWO)], 'os.kill(os.getpid(), signal.SIGILL)'), says=says)
        self.assertEqual((self.status, self.total), (1, '1 passed, 1 failed, 0 skipped'))
        self.assert_says('group 1 crashed: SIGILL')
        self.assert_says(r'under way: T\.Suite/two')
        self.assertEqual([line for line in self.lines if '|' in line],
                         ['    | File.swift:3: Fatal error: out of range', '    | Thread 1 crashed:', '    | 0 in function'])

    def test_failures_before_a_crash_are_shown(self) -> None:
        self.run_groups(([ONE, TWO, issue(ONE, 'it was wrong'), *ended(ONE, 'fail')], 'os.kill(os.getpid(), signal.SIGSEGV)'))
        self.assert_says('it was wrong')

    def test_a_crash_leaves_the_other_groups_to_run(self) -> None:
        self.run_groups(([ONE], 'os.kill(os.getpid(), signal.SIGSEGV)'), ([OTHER, *ended(OTHER), OVER], ''))
        self.assertEqual((self.status, self.total), (1, '1 passed, 1 failed, 0 skipped'))

    def test_groups_run_side_by_side(self) -> None:
        """Each program waits until the other has begun."""
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'program')
            paths = [os.path.join(folder, f'test-events-{number}.jsonl') for number in (1, 2)]
            text = ''.join(json.dumps(each) + '\n' for each in [ONE, *ended(ONE), OVER])
            with open(program, 'w', encoding='utf8') as file:
                wait = f'while not all(map(os.path.exists, {paths!r})): time.sleep(0.01)'
                file.write(PROGRAM.format(python=sys.executable, events=text, says='hello', end=wait))
            os.chmod(program, 0o755)
            self.lines = []
            run = run_tests.Run(program, folder, self.lines.append)
            run.run_all([[], []], 2)
            self.status = run.finish({})
            with open(run.output, encoding='utf8') as file:
                self.assertEqual(file.read(), 'hello\n' * 2)
        self.assertEqual((self.status, self.lines[-1]), (0, '2 passed, 0 failed, 0 skipped'))

    def test_a_run_that_is_broken_off_ends_its_programs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'program')
            with open(program, 'w', encoding='utf8') as file:
                file.write(PROGRAM.format(python=sys.executable, events='', says='', end='time.sleep(1000)'))
            os.chmod(program, 0o755)
            path = os.path.join(folder, 'test-events-1.jsonl')
            run = run_tests.Run(program, folder, lambda _: None)

            def interrupt() -> None:
                while not os.path.exists(path):
                    time.sleep(0.01)
                os.kill(os.getpid(), signal.SIGINT)

            threading.Thread(target=interrupt).start()
            with self.assertRaises(KeyboardInterrupt):
                run.run_all([[], []], 1)
            self.assertEqual((run.processes, len(run.groups)), (set(), 1))
            self.assertIn('the run was broken off', run.faults)

    def test_hang(self) -> None:
        """Time flies once the program has written all that it writes."""
        with tempfile.TemporaryDirectory() as folder:
            program, path = os.path.join(folder, 'program'), os.path.join(folder, 'test-events-1.jsonl')
            events = [ONE, TWO, *ended(ONE), event('testStarted', TWO)]
            text = ''.join(json.dumps(each, separators=(',', ':')) + '\n' for each in events)
            with open(program, 'w', encoding='utf8') as file:
                file.write(PROGRAM.format(python=sys.executable, events=text, says='', end=HANG))
            os.chmod(program, 0o755)
            hours = itertools.count()

            def now() -> float:
                return next(hours) * 3700 if os.path.exists(path) and os.path.getsize(path) == len(text.encode()) else 0

            self.lines = []
            run = run_tests.Run(program, folder, self.lines.append, now=now)
            run.run([])
            self.status = run.finish({})
        self.assertEqual((self.status, self.lines[-1]), (1, '1 passed, 1 failed, 0 skipped'))
        self.assert_says('group 1 hung')
        self.assert_says(r'under way: T\.Suite/two')

    def test_patience(self) -> None:
        def ends(*seen: tuple[float, bool, float]) -> list[bool]:
            patience = run_tests.Patience(idle=300, silent=3600, heard=0, rested=0)
            return [patience.ends(*each) for each in seen]

        self.assertEqual(ends((299, False, 0), (301, False, 0)), [False, True])
        self.assertEqual(ends((299, True, 0), (598, False, 0), (600, False, 0)), [False, False, True], 'an event')
        self.assertEqual(ends((299, False, 5), (598, False, 9), (897, False, 9.5), (899, False, 9.5)), [False, False, False, True], 'work')
        self.assertEqual(ends(*((second, False, second) for second in (200, 3599, 3601))), [False, False, True], 'only work')

    def test_work_is_seen(self) -> None:
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
        self.assertGreaterEqual(run_tests.processor_seconds(os.getpid()), 0.1)
        self.assertEqual(run_tests.processor_seconds(2 ** 30), 0)

    def test_ended_early(self) -> None:
        for events in ([ONE, TWO, *ended(ONE)], [ONE, *ended(ONE)]):
            self.run_groups((events, ''))
            self.assertEqual(self.status, 1)
            self.assert_says('group 1 ended early, with status 0')

    def test_no_test(self) -> None:
        for events in ([], [OVER]):
            self.run_groups((events, ''), ([ONE, *ended(ONE), OVER], ''))
            self.assertEqual((self.status, self.total), (1, '1 passed, 0 failed, 0 skipped'))
            self.assert_says('group 1 has no test')

    def test_a_status_that_nothing_explains_fails(self) -> None:
        self.run_groups(([ONE, *ended(ONE), OVER], 'sys.exit(3)'))
        self.assertEqual(self.status, 1)
        self.assert_says('group 1 ended with status 3')

    def test_skips_have_reasons(self) -> None:
        off = event('testSkipped', ONE, 'skip', 'skipped', _comments=['no network here'])
        given_up = [event('testCaseCancelled', OTHER, _comments=['there is no tmux']), *ended(OTHER, 'skip')]
        events = [ONE, TWO, OTHER, off, *given_up, *ended(TWO), OVER]
        self.run_groups((events, ''))
        self.assertEqual((self.status, self.total), (0, '1 passed, 0 failed, 2 skipped'))
        self.assertIn('  T.Suite/one() "It does": no network here', self.lines)
        self.assertIn('  T.Other/Inner/three(): there is no tmux', self.lines)
        self.run_groups((events, ''), CI='true', STATED_SKIPS='allowed')
        self.assertEqual(self.status, 1)
        self.assert_says('a skipped test is a failure on CI')

    def test_cases_given_up(self) -> None:
        events = [TWO, event('testCaseCancelled', TWO, _comments=['not for us']), *ended(TWO), OVER]
        for environment, status in (({}, 0), ({'CI': 'true'}, 1), ({'CI': 'true', 'STATED_SKIPS': 'allowed'}, 0)):
            self.run_groups((events, ''), **environment)
            self.assertEqual((self.status, self.total), (status, '1 passed, 0 failed, 0 skipped'))
            self.assertIn('  T.Suite/two(n:): 1 of its cases, not for us', self.lines)

    def test_only_skipped_is_not_passed(self) -> None:
        self.run_groups(([ONE, event('testSkipped', ONE, 'skip', 'skipped'), OVER], ''))
        self.assertEqual(self.status, 1)
        self.assert_says('no test ran')

    def test_slowest(self) -> None:
        events = [ONE, TWO, OTHER, *ended(ONE, at=1.5), *ended(TWO, at=9), *ended(OTHER, at=3), OVER]
        self.run_groups((events, "print(sys.argv[-1])"), slowest=2)
        at = self.lines.index('the slowest 2:')
        self.assertEqual(self.lines[at + 1:at + 3], ['     8.00 s  T.Suite/two(n:)', '     2.00 s  T.Other/Inner/three()'])
        self.assertFalse(any('T.Suite/one' in line for line in self.lines))
        self.assert_says(r'T\.Suite +2 passed, 8\.50 s$')
        self.assertIn('--no-parallel', self.output)

    def test_a_line_that_is_half_written_waits(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'events')
            events = run_tests.Events(path)
            self.assertEqual(list(events.lines()), [])
            with open(path, 'wb') as file:
                file.write(b'one\ntw')
                file.flush()
                self.assertEqual(list(events.lines()), [b'one\n'])
                file.write(b'o\n')
            self.assertEqual(list(events.lines()), [b'two\n'])

    def test_arguments(self) -> None:
        flags, wanted = run_tests.divided(['-Xswiftc', '-warnings-as-errors', '--filter', '^A', '--skip', 'B', '--filter', 'C'])
        self.assertEqual(flags, ['-Xswiftc', '-warnings-as-errors'])
        self.assertEqual(wanted, ['--filter', '^A', '--filter', 'C', '--skip', 'B'])
        # Unknown arguments go to `swift build`, which rejects those that it does not know either.
        self.assertEqual(run_tests.divided(['--filtre', 'x', '--no-parallel']), (['--filtre', 'x'], ['--no-parallel']))

    def test_groups_hold_each_test_once(self) -> None:
        groups = run_tests.all_groups('MatrixLiveTests')
        for name in ('SimulationTests', 'HTTPTransportTests', 'ChatUITests', 'DraftEngineTests', 'JSONTests'):
            identity = f'{name}.Suite/test()/File.swift:1:2'
            takers = [option for option, pattern in groups if (option == '--filter') == bool(re.search(pattern, identity))]
            self.assertEqual(len(takers), 1, name)
        self.assertRegex('MatrixLiveTests.Suite', groups[0][1])
        targets = {os.path.basename(folder.path) for folder in os.scandir(os.path.join(FOLDER, '..')) if folder.is_dir()}
        self.assertLessEqual({name for group in run_tests.GROUPS for name in group}, targets)


unittest.main()

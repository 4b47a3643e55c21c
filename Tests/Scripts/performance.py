#!/usr/bin/env python3
"""Puts the figures of a run into docs/performance.md, and keeps the text around them.

    make performance

A table stands between `<!-- KIND PROGRAM: GROUP, … -->` and `<!-- end -->`. The kinds: `run` says when and where a
program measured; `rivals` has a column for each way to do it; `sizes` has one for each size, and how the last compares
with the first; `ours` has ours only, with the yardsticks beside it; `survival` says what becomes of mentions. What a
program did not measure this time stays as it is.
"""
import json
import re
import sys

PAGE = 'docs/performance.md'
# The minimum number of samples for a p99.
MANY = 31


def number(value):
    """A number with three significant digits."""
    if value >= 100: return f'{value:,.0f}'
    digits = 1 if value >= 10 else 2
    return f'{value:.{digits}f}'.rstrip('0').rstrip('.') if value else '0'


def scale(value, unit):
    """A factor and the name of a unit in which a value is readable."""
    if unit == 'times': return 1, ''
    if unit == 'instructions': return (1e-3, ' k') if value < 1e6 else (1e-6, ' M')
    if unit == 'B': return (1, ' B') if value < 1e6 else (1 / 1048576, ' MiB')
    for limit, name in ((1e3, 'ns'), (1e6, 'µs'), (1e9, 'ms')):
        if value < limit: return 1e3 / limit, ' ' + name
    return 1e-9, ' s'


def amount(value, unit):
    factor, name = scale(value, unit)
    return number(value * factor) + name


def cell(line, unit):
    """The median, and the p99 in brackets."""
    factor, name = scale(line['median'], unit)
    other, unlike = scale(line['p99'], unit)
    # A common unit is written only once.
    tail = f'{number(line["p99"] * other)}{unlike if unlike != name else ""}'
    return number(line['median'] * factor) + name + (f' ({tail})' if line['samples'] >= MANY else '')


def wanted(row):
    share, limit, unit = row.get('share'), row.get('limit'), row['unit']
    if share:
        words = f'{number(share["atMost"])} of {share["of"]}'
        if limit is None: return words + ': not known'
        ratio = row['lines'][0]['median'] / limit * share['atMost']
        return words + (': met' if row['isMet'] else ': **missed**') + f', {number(ratio)}'
    if limit is None: return ''
    return amount(limit, unit) + (': met' if row['isMet'] else ': **missed**')


def label(row):
    return row['name'] + (f' ({row["note"]})' if row.get('note') else '')


def table(header, rows):
    """The table without its empty columns."""
    filled = [index for index in range(len(header)) if index == 0 or any(row[index] for row in rows)]
    lines = [[line[index] for index in filled] for line in [header, ['---'] * len(header)] + rows]
    return '\n'.join('| ' + ' | '.join(line) + ' |' for line in lines)


def columns(figures, missing=(), has_growth=False):
    """A column for each size or program, and a table for each set of them, in order of appearance."""
    tables = {}
    for row in figures:
        first, last = row['lines'][0], row['lines'][-1]
        names = tuple(line['name'] for line in row['lines']) + tuple(missing)
        cells = [cell(line, row['unit']) for line in row['lines']] + ['not installed'] * len(missing)
        growth = number(last['median'] / first['median']) if has_growth and first['median'] else ''
        tables.setdefault((row['group'], *names), []).append([label(row), *cells, growth, wanted(row)])
    return '\n\n'.join(table([*head, 'growth', 'wanted'], rows) for head, rows in tables.items())


def ours(figures):
    rows = []
    for row in figures:
        first, *others = row['lines']
        beside = ', '.join(f'{line["name"]}: {amount(line["median"], row["unit"])}' for line in others)
        reference = amount(row['reference'], row['unit']) if row.get('reference') else ''
        rows.append([label(row), cell(first, row['unit']), beside, reference, wanted(row)])
    return table([figures[0]['group'], 'ours', 'beside it', 'the reference', 'wanted'], rows)


def survival(rows):
    return table(
        [f'{rows[0]["histories"]:,} histories, {rows[0]["survivors"]:,} untouched mentions', 'kept', 'lost', 'wrong'],
        [[row['name']] + [f'{row[f"{end}Percent"]:.2f} %' for end in ('kept', 'lost', 'wrong')] for row in rows])


def run(program, part):
    around = part['circumstances']
    arguments, rest = around['arguments'], []
    while arguments:
        # Leave out the path of the output file, which says nothing about the figures.
        if arguments[0] in ('--json', '--inkwell'): arguments = arguments[2:]
        else: rest, arguments = rest + arguments[:1], arguments[1:]
    command = f'make bench BENCHMARKS={program}' + (f' ARGS="{" ".join(rest)}"' if rest else '')
    commit = f' at commit {around["commit"]}' if around.get('commit') else ''
    load = f'{around["load"]:.1f}' if around.get('load') is not None else 'not known'
    return (f'Measured on {around["date"]}{commit} with `{command}`, on {around["cores"]} cores '
            f'({around.get("processor") or "of an unknown kind"}). '
            f'The load of the last minute was {load} at the end.')


def made(kind, program, groups, part):
    if kind == 'run': return run(program, part)
    if kind == 'survival': return survival(part['survival']) if part['survival'] else None
    figures = [row for row in part['figures'] if row['group'] in groups]
    if not figures: return None
    return ours(figures) if kind == 'ours' else columns(figures, part.get('missing', ()), kind == 'sizes')


def main():
    with open(sys.argv[1], encoding='utf8') as file: parts = json.load(file)
    with open(PAGE, encoding='utf8') as file: page = file.read()
    asked = set()

    def replace(found):
        head, _, tail = found.group(1).partition(': ')
        (kind, program), groups = head.split(), tail.split(', ')
        asked.update((program, group) for group in groups if group)
        text = made(kind, program, groups, parts[program]) if program in parts else None
        return found.group(0) if text is None else f'<!-- {found.group(1)} -->\n{text}\n<!-- end -->'

    page = re.sub(r'<!-- ((?:run|sizes|rivals|ours|survival) [^>]*?) -->\n.*?<!-- end -->', replace, page, flags=re.S)
    forgotten = {(program, row['group']) for program, part in parts.items() for row in part['figures']} - asked
    if forgotten: sys.exit(f'{PAGE} has no table for {sorted(forgotten)}')
    with open(PAGE, 'w', encoding='utf8') as file: file.write(page)


main()

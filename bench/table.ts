// node bench/table.ts FILE.json [FILE.json …]: what runs of the bench wrote (`--json`), as the table of docs/operating/performance.md: a row each, and for each
// run its value, its ratio to a baseline of the same run, and whether the goal was reached.

import { readFileSync } from 'node:fs';
import type { Row } from './row.ts';

interface Run {
  readonly commit: string;
  readonly rows: readonly Row[];
}

const COMMIT_LENGTH = 8;
/** Rows of one name may be held against two baselines. */
const keyOf = ({ name, title, baseline }: Row): string => [name, title, baseline].join('\n');

function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function cellsOf(row: Row | undefined): readonly string[] {
  if (row === undefined) return ['', '', ''];
  const { value, unit, baseline, ratio, goal, ok, note } = row;
  return [
    `${shown(value)} ${unit}${note === undefined ? '' : ` (${note})`}`,
    ratio === null ? '' : `${ratio.toFixed(2)} × ${baseline}`,
    goal === null ? '' : ok ? 'reached' : 'missed',
  ];
}

const goalOf = ({ goal, goalIs }: Row): string => (goal === null ? '' : `${goalIs} ${goal.toLocaleString('en-GB')}`);
const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node bench/table.ts FILE.json [FILE.json …]');
  process.exit(2);
}
const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Run);
const rows = new Map(runs.flatMap((run) => run.rows.map((row) => [keyOf(row), row] as const)));
const heads = ['row', 'goal', ...runs.flatMap(({ commit }) => [`on \`${commit.slice(0, COMMIT_LENGTH)}\``, 'ratio', ''])];
console.log(lineOf(heads));
console.log(lineOf(heads.map(() => '---')));
for (const [key, row] of rows)
  console.log(lineOf([row.title, goalOf(row), ...runs.flatMap((run) => cellsOf(run.rows.find((other) => keyOf(other) === key)))]));

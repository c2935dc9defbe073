// The score of a verifier: what it finds counts, what it misses and what it finds where nothing is does too.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Tamper } from '@countinghouse/testkit/tamper-corpus';
import { afterAll, expect, test } from 'vitest';
import { scoreOf } from './tamper-score.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-score-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

const base = { about: 'x', archive: 'honest', key: { kty: 'OKP' } } as const;
const corpus: readonly Tamper[] = [
  { ...base, name: 'honest', kind: 'nothing', level: 'MUST', expected: { verdict: 'proven', through: 2 } },
  {
    ...base,
    name: 'changed',
    kind: 'content',
    level: 'MUST',
    edits: [{ line: 1, set: { n: 7 } }],
    expected: { verdict: 'fault', through: 1, seq: 2, code: 'payload_hash' },
  },
  {
    ...base,
    name: 'odd',
    kind: 'books',
    level: 'SHOULD',
    edits: [
      { line: 1, remove: true },
      { after: 1, insert: [{ n: 8 }] },
    ],
    expected: { verdict: 'fault', through: 1, seq: 2, code: 'shape' },
  },
];
put('honest', '{"n":1}\n');
put('index.json', JSON.stringify(corpus));

/** Scores a verifier that is these lines of code over the archive's text. */
function scored(code: string): { readonly isGood: boolean; readonly said: string } {
  const said: string[] = [];
  const program = `const text = require('node:fs').readFileSync(process.argv.at(-1), 'utf8');\n${code}`;
  const isGood = scoreOf(folder, `${process.execPath} ${put('verifier.cjs', program)}`, (line) => said.push(line));
  return { isGood, said: said.join('\n') };
}
const SAY = 'console.log(JSON.stringify({ through: 1, fault: { seq: 2, code: "payload_hash" } })); process.exit(1)';

test('a verifier that finds what it must passes, and what it should have found is told', () => {
  const { isGood, said } = scored(`if (text.includes('7')) { ${SAY} }\nconsole.log('{"through":2,"fault":null}')`);
  expect(isGood).toBe(true);
  expect(said).toMatch(/^SHOULD odd: expected shape@2, through 1; said exit code 0, through 2\nMUST +found 1 of 1; .*place 1, .*code 1,/);
  expect(said).toMatch(/SHOULD +found 0 of 1/);
});
test('one that proves all, that alarms always, or that crashes does not pass', () => {
  expect(scored('')).toMatchObject({ isGood: false, said: expect.stringMatching(/^MUST changed[\s\S]*MUST +found 0 of 1/m) });
  expect(scored(SAY)).toMatchObject({ isGood: false, said: expect.stringMatching(/untouched +1; false alarms 1$/) });
  expect(scored('process.exit(9)')).toMatchObject({ isGood: false, said: expect.stringMatching(/MUST +found 0 of 1/) });
});
test('one that says only by its exit code that something is wrong finds it, at no place', () => {
  expect(scored("process.exit(text.includes('1') ? 0 : 1)")).toMatchObject({
    isGood: true,
    said: expect.stringMatching(/MUST +found 1 of 1; of these at its place 0/),
  });
});

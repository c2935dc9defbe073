import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { equalMutants, isEqualMutant } from './equal-mutants.ts';
import { lineAt, mutantsOf, mutate } from './mutants.ts';

const sourceOf = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');

test.each(equalMutants.map((each) => [`${each.file}: ${each.becomes}`, each] as const))('%s is drawn from its source', (_name, each) => {
  const source = sourceOf(each.file);
  const drawn = mutantsOf(source).filter((m) => lineAt(source, m.at) === each.line && lineAt(mutate(source, m), m.at) === each.becomes);
  expect(drawn).toHaveLength(1);
  for (const mutant of drawn) expect(isEqualMutant(each.file, source, mutant)).toBe(true);
  expect(equalMutants.filter(({ file, becomes }) => file === each.file && becomes === each.becomes)).toEqual([each]);
});

test('no other mutant is taken for one of them', () => {
  const files = new Set(equalMutants.map(({ file }) => file));
  const taken = [...files].flatMap((file) => mutantsOf(sourceOf(file)).filter((mutant) => isEqualMutant(file, sourceOf(file), mutant)));
  expect(taken).toHaveLength(equalMutants.length);
});

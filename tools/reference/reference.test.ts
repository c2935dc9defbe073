import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sdkFiles, sdkFilesThere } from '../sdk/files.ts';
import { lists } from './lists.ts';
import { openApi, pages, parts, putPart, routeNames } from './pages.ts';
import { shapesOfEvents } from './shapes.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(lists())('$file lists what is there: run npm run reference to write it', ({ file, text }) => {
  expect(textOf(file)).toBe(text);
});

test.each(pages())('docs/reference/$file says what the code says (npm run reference writes it)', ({ file, text }) => {
  expect(textOf(`docs/reference/${file}`)).toBe(text);
});

test.each(parts())('the $name of $file are those of the code (npm run reference writes them)', (part) => {
  expect(putPart(textOf(part.file), part)).toBe(textOf(part.file));
});

test('the verifier carries the shapes of events as they are published (npm run reference writes them)', () => {
  expect(textOf('packages/verifier/shapes.json')).toBe(shapesOfEvents());
});

test('the names of routes are those of the contract (npm run reference writes them)', () => {
  expect(textOf('packages/contract/src/route-names.ts')).toBe(routeNames());
});

test('docs/reference/openapi.json describes the API as the server does (npm run reference writes it)', async () => {
  expect(textOf('docs/reference/openapi.json')).toBe(await openApi());
});

test('the calls of the clients in Python and Go are those of docs/reference/openapi.json, and no others (npm run reference writes them)', () => {
  const files = sdkFiles();
  expect(sdkFilesThere()).toEqual(files.map(({ file }) => file).sort());
  for (const { file, text } of files) expect(textOf(file)).toBe(text);
});

test('a page without the marks of a part is refused', () => {
  expect(() => putPart('# A page\n', { file: 'a.md', name: 'settings', text: '' })).toThrow('a.md has no marks for settings');
});

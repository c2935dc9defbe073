import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';

test.each(pages())('docs/reference/$file says what the code says (npm run reference writes it)', ({ file, text }) => {
  expect(readFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), 'utf8')).toBe(text);
});

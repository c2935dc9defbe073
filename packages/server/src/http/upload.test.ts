import { expect, test } from 'vitest';
import { contentTypeOf } from './upload.ts';

test.each([
  ['application/pdf', 'application/pdf'],
  ['IMAGE/PNG', 'image/png'],
  ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
  ['', 'application/octet-stream'],
  ['text', 'application/octet-stream'],
  ['text/html; charset=utf-8', 'application/octet-stream'],
  ['text/html\r\nx-injected: 1', 'application/octet-stream'],
  [`text/${'x'.repeat(200)}`, 'application/octet-stream'],
])('%j is kept as %s', (claimed, kept) => {
  expect(contentTypeOf(claimed)).toBe(kept);
});

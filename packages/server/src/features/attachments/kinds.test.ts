import { expect, test } from 'vitest';
import { asNamed } from './kinds.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
async function* inParts(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function pass(name: string, content: Buffer, size = 100): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of asNamed(name, inParts(content, size))) parts.push(part);
  return Buffer.concat(parts);
}

const heads: readonly (readonly [string, string])[] = [
  ['pdf', '%PDF-1.7\n'],
  ['pdf', `${'x'.repeat(1000)}%PDF-1.4`],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff\xe0'],
  ['JPEG', '\xff\xd8\xff\xe1'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['tiff', 'II*\0'],
  ['docx', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['gz', '\x1f\x8b\x08'],
];

test.each(heads)('a %s file that begins as such passes unchanged, in parts of any size', async (extension, head) => {
  const content = bytes(`${head}${'content '.repeat(1000)}`);
  for (const size of [1, 100, 1023, 1024, 1025, 100_000]) expect(await pass(`a.b.${extension}`, content, size)).toEqual(content);
  expect(await pass(`short.${extension}`, bytes(head))).toEqual(bytes(head));
});

test.each(heads)('a %s file that begins otherwise is refused before any of it is passed on', async (extension) => {
  for (const content of ['MZ', '<html><script>', `${'x'.repeat(1020)}%PDF-1.7`, '\x7fELF'.padEnd(5000)]) {
    const passed = asNamed(`invoice.${extension}`, inParts(bytes(content), 10));
    await expect(passed.next()).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'file' }] });
  }
});

test('of another name, or none, nothing is said', async () => {
  for (const name of ['notes.txt', 'rows.csv', 'README', 'x.', '.pdf/x', 'statement.camt'])
    expect(await pass(name, bytes('MZ'))).toEqual(bytes('MZ'));
});

import { expect, test } from 'vitest';
import { readBankFile } from '../../bank-files/read-bank-file.ts';
import { readBankFileAside } from './read-aside.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const FILE = ':20:A\n:25:1\n:28C:1\n:60F:C260101EUR0,00\n:61:2601010101C1,00NTRF\n:86:Miete für Büro\n:62F:C260101EUR1,00\n-\n';

test('a file read on a thread of its own comes to the same, also when several are read at once', async () => {
  const files = ['A', 'B', 'C'].map((name) => bytes(FILE.replace(':20:A', `:20:${name}`)));
  expect(await Promise.all(files.map((file) => readBankFileAside(file)))).toEqual(files.map((file) => readBankFile(file)));
});
test('its faults come over with their place, and the file after it is read', async () => {
  const faulty = readBankFileAside(bytes(FILE.replace('C1,00', 'C1,001')));
  const sound = readBankFileAside(bytes(FILE));
  await expect(faulty).rejects.toMatchObject({
    code: 'STATEMENT_UNREADABLE',
    details: [
      {
        path: 'file',
        code: 'AMOUNT_INVALID',
        line: 5,
        element: ':61:',
        message: 'Line 5, :61:: “1,001” has more decimals than EUR has (2).',
      },
    ],
  });
  expect((await sound).statements).toHaveLength(1);
});
test('a file that takes too long is given up', async () => {
  await expect(readBankFileAside(bytes(FILE), {}, 0)).rejects.toMatchObject({ details: [{ code: 'TOO_LONG' }] });
});
test('of many lines, and of many statements, it comes over whole and in order', async () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, i) => `:61:2601010101C${i + 1},00NTRF\n`).join('');
  const statement = (number: number, count: number): string =>
    `:20:A\n:25:1\n:28C:${number}\n:60F:C260101EUR0,00\n${lines(count)}:62F:C260101EUR${(count * (count + 1)) / 2},00\n-\n`;
  const many = Array.from({ length: 3_000 }, (_, i) => statement(i + 4, 1)).join('');
  const file = bytes(statement(1, 4_001) + statement(2, 2_000) + statement(3, 0) + many);
  expect(await readBankFileAside(file)).toEqual(readBankFile(file));
});

import { describe, expect, test } from 'vitest';
import { parseCheckpoint } from './checkpoint.js';

describe('a checkpoint', () => {
  const note = `a/b\n7\n${Buffer.alloc(32, 1).toString('base64')}\n\n— a/b ${Buffer.alloc(68, 2).toString('base64')}\n`;
  test('is read as it was written, and nothing else is', () => {
    expect(parseCheckpoint(note)).toMatchObject({ origin: 'a/b', size: 7, root: '01'.repeat(32), signatures: [{ signer: 'a/b' }] });
    const cosigned = parseCheckpoint(`${note}— witness.example/w ${Buffer.alloc(80, 3).toString('base64')}\n`);
    expect(cosigned?.signatures.map(({ signer }) => signer)).toEqual(['a/b', 'witness.example/w']);
    for (const wrong of [
      note.slice(1, -1),
      note.replace('7', '07'),
      note.replace('7', '-7'),
      `${note}\n`,
      `${note}more\n`,
      note.replace('—', '-'),
    ])
      expect(parseCheckpoint(wrong)).toBeNull();
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MadeLog } from '@countinghouse/testkit/made-log';
import { afterAll, describe, expect, test } from 'vitest';
import { auditPack } from './audit-pack.js';
import { NotAnArchive } from './faults.js';
import { oneScript } from './one-script.js';

const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-pack-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const packed = (bytes: Uint8Array): Promise<string> => text(Readable.from(auditPack(Readable.from([bytes]), null)));

describe('an audit pack', () => {
  test('carries the archive, byte for byte, whether it was compressed or not', async () => {
    const archive = Buffer.from(new MadeLog().archive());
    for (const given of [archive, gzipSync(archive)]) {
      const members = [...(await packed(given)).matchAll(/<script type="application\/gzip">([^<]*)</g)].map(([, text]) =>
        Buffer.from(text ?? '', 'base64'),
      );
      expect(gunzipSync(Buffer.concat(members))).toEqual(archive);
    }
  });
  test('is not made of what is no archive, or is damaged', async () => {
    await expect(packed(Buffer.from('{}\n'))).rejects.toBeInstanceOf(NotAnArchive);
    await expect(packed(gzipSync(Buffer.from(new MadeLog().archive())).subarray(0, -9))).rejects.toBeInstanceOf(NotAnArchive);
  });
});

describe('modules as one script', () => {
  const write = (name: string, module: string): string => {
    writeFileSync(path.join(dir, name), module);
    return path.join(dir, name);
  };
  test('see what they import, by other names too, and what has a name of its own', () => {
    write('a.js', 'export const one = 1;\nexport function two() {\n  return 2;\n}\n');
    write('b.js', "import { one as first, two } from './a.js';\nconst sum = first + two();\nexport { sum };\n");
    const named = write('c.js', 'export const ten = 10;\n');
    const entry = write('main.js', "import { ten } from '#c';\nimport { sum } from './b.js';\nglobalThis.told = ten * sum;\n");
    const run = (script: string): unknown => new Function(`${script}\nreturn globalThis.told;`)();
    expect(run(oneScript(entry, new Map([['#c', named]])))).toBe(30);
  });
  test.each(['export default 1;\n', "import './a.js';\n", "export * from './a.js';\n"])('are refused in another form: %s', (odd) => {
    expect(() => oneScript(write('odd.js', odd))).toThrow('not understood here');
  });
});

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KeyUnavailable, localKms, openLocalKms, replaceMasterKey } from './kms.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-kms-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const secret = Buffer.from('a secret of thirty-two bytes !!!');

describe('a local master key', () => {
  test('wraps to something else each time, and unwraps to the same under the same context alone', async () => {
    const kms = localKms(randomBytes(32));
    const [one, two] = [await kms.wrap(secret, 'a'), await kms.wrap(secret, 'a')];
    expect(one).not.toBe(two);
    expect(one).not.toContain(secret.toString('base64url'));
    expect(await kms.unwrap(one, 'a')).toEqual(secret);
    await expect(kms.unwrap(one, 'b')).rejects.toThrow(KeyUnavailable);
    await expect(localKms(randomBytes(32)).unwrap(one, 'a')).rejects.toThrow(KeyUnavailable);
  });
  test('that was changed by a bit anywhere does not unwrap', async () => {
    const kms = localKms(randomBytes(32));
    const wrapped = await kms.wrap(secret, 'a');
    const [format, ...parts] = wrapped.split('.');
    for (const [i, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url');
      bytes.writeUInt8((bytes[0] ?? 0) ^ 1, 0);
      const changed = [format, ...parts.with(i, bytes.toString('base64url'))].join('.');
      await expect(kms.unwrap(changed, 'a')).rejects.toThrow(KeyUnavailable);
    }
    await expect(kms.unwrap('nothing', 'a')).rejects.toThrow('not a key wrapped here');
  });
  test('is made in a file that nobody else may read, and refused where others may', () => {
    const dataDir = newFolder();
    openLocalKms(dataDir);
    const file = path.join(dataDir, 'keys/master.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(file, mode);
      expect(() => openLocalKms(dataDir)).toThrow(/others may read .*master\.key: run chmod 600/);
    }
    chmodSync(file, 0o600);
    expect(() => openLocalKms(dataDir)).not.toThrow();
  });
  test('is replaced: the former ones still unwrap, new things are under the new one, and rotating brings the old ones over', async () => {
    const dataDir = newFolder();
    const before = await openLocalKms(dataDir).wrap(secret, 'a');
    for (const former of ['master.1.key', 'master.2.key']) expect(path.basename(replaceMasterKey(dataDir))).toBe(former);
    const kms = openLocalKms(dataDir);
    const rotated = await kms.rotate(before, 'a');
    expect([await kms.unwrap(before, 'a'), await kms.unwrap(rotated, 'a')]).toEqual([secret, secret]);
    await expect(kms.rotate(before, 'b')).rejects.toThrow(KeyUnavailable);
    for (const name of readdirSync(path.join(dataDir, 'keys')).filter((n) => n !== 'master.key')) rmSync(path.join(dataDir, 'keys', name));
    const later = openLocalKms(dataDir);
    expect(await later.unwrap(rotated, 'a')).toEqual(secret);
    await expect(later.unwrap(before, 'a')).rejects.toThrow(KeyUnavailable);
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { putInPlace } from './put-in-place.ts';

it('takes the place of nothing, of an empty folder, and of one that has files', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-place-'));
  try {
    const place = path.join(home, 'dist');
    for (const said of ['first', 'second', 'third']) {
      const folder = path.join(home, said);
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'index.html'), said);
      putInPlace(folder, place);
      expect(readFileSync(path.join(place, 'index.html'), 'utf8')).toBe(said);
      if (said === 'first') rmSync(path.join(place, 'index.html'));
    }
    expect(readdirSync(home)).toEqual(['dist']);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it('leaves one whole folder where several programs do it at once', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-places-'));
  const place = path.join(home, 'dist');
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { putInPlace } from ${JSON.stringify(fileURLToPath(new URL('./put-in-place.ts', import.meta.url)))};
    const [home, place, who] = process.argv.slice(1);
    for (let i = 0; i < 200; i += 1) {
      const folder = home + '/' + who + '-' + i;
      mkdirSync(folder);
      for (const name of ['a', 'b', 'c']) writeFileSync(folder + '/' + name, who + i);
      putInPlace(folder, place);
    }`;
  try {
    const run = promisify(execFile);
    await Promise.all(
      ['p', 'q', 'r', 's'].map((who) => run(process.execPath, ['--input-type=module-typescript', '-e', script, home, place, who])),
    );
    expect(readdirSync(home)).toEqual(['dist']);
    const said = ['a', 'b', 'c'].map((name) => readFileSync(path.join(place, name), 'utf8'));
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toMatch(/^[pqrs]199$/);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

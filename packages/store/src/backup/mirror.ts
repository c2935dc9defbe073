// Brings what is kept beside the database from one place to another: objects, the erasures that were told outside of it (tombstones) and
// how far each log was written (high-water marks). Only what is new goes over; nothing is ever deleted there.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as disk from '../disk.ts';
import type { Listed, ObjectStore } from '../objects/object-store.ts';

/** Folders of the data directory with small files that are replaced whole. */
export const BESIDE = ['tombstones', 'high-water'] as const;
const AT_ONCE = 8;

export interface Mirrored {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Copies every object that `to` lacks, and every text whose content differs. Content is hashed on the way: what is damaged in `from`
 * throws ObjectDamaged, and is not taken over what is right. Answers what was copied; `each` hears of all there are. `texts`: whether texts
 * that are there are replaced, by newer ones, or stay, because these may be newer.
 */
export async function mirrorObjects(
  from: ObjectStore,
  to: ObjectStore,
  texts: 'replaced' | 'stay',
  each: (listed: Listed) => void = () => {},
): Promise<Mirrored> {
  let [objects, bytes] = [0, 0];
  const copy = async (listed: Listed): Promise<void> => {
    const { tenantId } = listed;
    if ('name' in listed) {
      const [text, there] = [await from.getNamed(tenantId, listed.name), await to.getNamed(tenantId, listed.name)];
      if (text !== null && text !== there && (texts === 'replaced' || there === null)) await to.putNamed(tenantId, listed.name, text);
    } else if (!(await to.has(tenantId, listed.sha256))) {
      const content = await from.get(tenantId, listed.sha256);
      await to.put(tenantId, once(content));
      objects += 1;
      bytes += content.length;
    }
    each(listed);
  };
  const all = from.list()[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let next = await all.next(); next.done !== true; next = await all.next()) await copy(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { objects, bytes };
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Copies the small files beside the database, where they differ. */
export function mirrorBeside(from: string, to: string): void {
  for (const name of BESIDE) {
    const source = path.join(from, name);
    if (!existsSync(source)) continue;
    const target = path.join(to, name);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(source).filter((e) => e.endsWith('.json'))) {
      const content = readFileSync(path.join(source, entry));
      const file = path.join(target, entry);
      if (!existsSync(file) || !readFileSync(file).equals(content)) disk.writeWhole(file, content);
    }
  }
}

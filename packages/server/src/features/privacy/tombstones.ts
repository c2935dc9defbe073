// Erasures, told outside of the database: a copy of the database that is restored from before one knows nothing of it. A file an
// organisation, in the data directory: `{tenant_id, erasure, key_version, erased_at}`.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '@countinghouse/store/disk';
import * as z from 'zod';

const Tombstone = z.object({
  tenant_id: z.uuid(),
  /** The last erasure of the organisation, from 1. */
  erasure: z.number().int().min(1),
  /** The version of the data key that came after it, or a later one. */
  key_version: z.number().int().min(1),
  erased_at: z.string(),
});
export type Tombstone = z.output<typeof Tombstone>;

export class Tombstones {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes one durably; one that tells of the same erasure or a later one stays. Answers whether it was written. */
  write(tombstone: Tombstone): boolean {
    const file = path.join(this.folder, `${tombstone.tenant_id}.json`);
    if (existsSync(file) && this.read(file).erasure >= tombstone.erasure) return false;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeWhole(file, `${JSON.stringify(tombstone)}\n`);
    return true;
  }

  /** All there are. Throws where one cannot be read: nothing may start on the guess that there was no erasure. */
  list(): readonly Tombstone[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => this.read(path.join(this.folder, name)));
  }

  private read(file: string): Tombstone {
    try {
      return Tombstone.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new Error(`the tombstone ${file} cannot be read: restore it, or ask whoever erased that organisation`, { cause: error });
    }
  }
}

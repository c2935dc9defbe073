// High-water marks as files of the data directory, one an organisation: `<organisation>.json`. A file is replaced whole, and is on the
// disk when that is answered.

import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from '../objects/object-store.ts';

const SUFFIX = '.json';

export class MarkFolder {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async write(tenantId: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(tenantId);
    const part = `${file}.${process.pid}.part`;
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  }

  /** null where there is none. */
  async read(tenantId: string): Promise<string | null> {
    try {
      return await readFile(this.fileOf(tenantId), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** The organisations of which there is one. */
  async list(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  }

  private fileOf(tenantId: string): string {
    return path.join(this.folder, `${folderOf(tenantId)}${SUFFIX}`);
  }
}

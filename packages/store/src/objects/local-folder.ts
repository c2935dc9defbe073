// Objects as files of a local folder: <organisation>/<first two digits>/<SHA-256>, readable by the server alone. A file gets its
// name only when it is whole and on the disk. What a crash leaves behind is called `*.part` and may be deleted.

import { createHash, hash, randomUUID } from 'node:crypto';
import { access, type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderOf, keyOf, ObjectDamaged, type ObjectStore, type StoredObject } from './object-store.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

export function openObjectFolder(dir: string): ObjectStore {
  const fileOf = (tenantId: string, sha256: string): string => path.join(dir, keyOf(tenantId, sha256));
  const get: ObjectStore['get'] = async (tenantId, sha256) => {
    let content: Buffer;
    try {
      content = await readFile(fileOf(tenantId, sha256));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new ObjectDamaged('missing');
      throw error;
    }
    if (hash('sha256', content) !== sha256) throw new ObjectDamaged('altered');
    return content;
  };

  return {
    async put(tenantId, content) {
      const folder = path.join(dir, folderOf(tenantId));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = path.join(folder, `${randomUUID()}.part`);
      try {
        const stored = await write(part, content);
        const file = fileOf(tenantId, stored.sha256);
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await place(part, file, () => get(tenantId, stored.sha256));
        // The names must survive too: of the file, of the folder it is in, and of that one's.
        for (const named of [path.dirname(file), folder, dir]) await syncFolder(named);
        return stored;
      } finally {
        await rm(part, { force: true });
      }
    },
    get,
    async has(tenantId, sha256) {
      return access(fileOf(tenantId, sha256)).then(
        () => true,
        () => false,
      );
    },
    async addressOf(tenantId, sha256) {
      keyOf(tenantId, sha256);
      return null;
    },
    close() {},
  };
}

async function write(file: string, content: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const handle: FileHandle = await open(file, 'wx', 0o600);
  try {
    const hasher = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of content) {
      hasher.update(chunk);
      sizeBytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    await handle.sync();
    return { sha256: hasher.digest('hex'), sizeBytes };
  } finally {
    await handle.close();
  }
}

/** Gives the file its name without ever writing over content that is right. */
async function place(part: string, file: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await check().catch(async (damage: unknown) => {
      if (!(damage instanceof ObjectDamaged)) throw damage;
      await rename(part, file);
    });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

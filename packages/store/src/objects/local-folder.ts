// Objects as files of a local folder: <organisation>/<first two digits>/<SHA-256>, readable by the server alone. A file gets its
// name only when it is whole and on the disk. What a crash leaves behind is called `*.part` and may be deleted.

import { createHash, hash, randomUUID } from 'node:crypto';
import { access, type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkRange, folderOf, keyOf, listedAt, namedKeyOf, ObjectDamaged, type ObjectStore, type StoredObject } from './object-store.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const missing = (error: unknown): unknown => (codeOf(error) === 'ENOENT' ? new ObjectDamaged('missing') : error);
/** Beyond it they are forgotten, and synchronised once more. */
const DURABLE_MAX = 10_000;

export function openObjectFolder(dir: string): ObjectStore {
  /** Folders whose own name this process has seen to the disk. */
  const durable = new Set<string>();
  const fileOf = (tenantId: string, sha256: string): string => path.join(dir, keyOf(tenantId, sha256));
  const get: ObjectStore['get'] = async (tenantId, sha256) => {
    let content: Buffer;
    try {
      content = await readFile(fileOf(tenantId, sha256));
    } catch (error) {
      throw missing(error);
    }
    if (hash('sha256', content) !== sha256) throw new ObjectDamaged('altered');
    return content;
  };

  /** The names must survive too: of the file each time, of the folder it is in and of that one's once. */
  const keepNames = async (file: string, folder: string): Promise<void> => {
    const own = path.dirname(file);
    await syncFolder(own);
    if (durable.has(own)) return;
    for (const named of [folder, dir]) await syncFolder(named);
    if (durable.size >= DURABLE_MAX) durable.clear();
    durable.add(own);
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
        await keepNames(file, folder);
        return stored;
      } finally {
        await rm(part, { force: true });
      }
    },
    get,
    async getRange(tenantId, sha256, offset, length) {
      const file = fileOf(tenantId, sha256);
      checkRange(offset, length);
      const handle = await open(file, 'r').catch((error: unknown) => {
        throw missing(error);
      });
      try {
        const part = Buffer.alloc(length);
        const { bytesRead } = await handle.read(part, 0, length, offset);
        if (bytesRead < length) throw new ObjectDamaged('altered');
        return part;
      } finally {
        await handle.close();
      }
    },
    async has(tenantId, sha256) {
      return access(fileOf(tenantId, sha256)).then(
        () => true,
        () => false,
      );
    },
    async putNamed(tenantId, name, text) {
      const folder = path.join(dir, folderOf(tenantId));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = path.join(folder, `${randomUUID()}.part`);
      try {
        await write(part, Readable.from([Buffer.from(text)]));
        await rename(part, path.join(dir, namedKeyOf(tenantId, name)));
        await syncFolder(folder);
      } finally {
        await rm(part, { force: true });
      }
    },
    async getNamed(tenantId, name) {
      try {
        return await readFile(path.join(dir, namedKeyOf(tenantId, name)), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async *list() {
      for await (const key of filesBelow(dir, '')) {
        const listed = listedAt(key, 0);
        if (listed === null) continue;
        if ('name' in listed) yield listed;
        else yield { ...listed, sizeBytes: (await stat(path.join(dir, key))).size };
      }
    },
    close() {},
  };
}

/** The keys of all files, two folders deep. A folder that is not there has none. */
async function* filesBelow(dir: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(dir, below), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dir, key);
    else if (entry.isFile()) yield key;
  }
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

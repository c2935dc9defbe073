// Files that survive a loss of power: they appear whole, and so do their names.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Replaces a file as a whole; readable by its owner alone. */
export function writeWhole(file: string, content: string | Buffer): void {
  const part = `${file}.${process.pid}.part`;
  const handle = openSync(part, 'w', 0o600);
  try {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
  syncFolder(path.dirname(file));
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const remove = (file: string): void => rmSync(file, { recursive: true, force: true });

/** What a file contains, 64 hex digits, and how much it is. */
export async function sumOf(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hasher = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hasher.update(part as Buffer);
    bytes += (part as Buffer).length;
  }
  return { sha256: hasher.digest('hex'), bytes };
}

// Reads a tar file as PostgreSQL writes it (POSIX ustar) into a folder. Nothing is written outside of that folder, and no links are made.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = 512;
const FILE = ['0', '\0'];
const FOLDER = '5';

interface Entry {
  readonly name: string;
  readonly type: string;
  readonly mode: number;
  readonly bytes: number;
}

/** Writes what `tar` contains. Throws for what is no such file, is cut off, or holds links or names that lead elsewhere. */
export async function extractTar(tar: AsyncIterable<Buffer>, folder: string, skip: (name: string) => boolean = () => false): Promise<void> {
  let kept: Buffer = Buffer.alloc(0);
  let handle: number | null = null;
  let left = 0;
  let padding = 0;
  let ended = false;
  const close = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  try {
    for await (const part of tar) {
      let buffer = kept.length === 0 ? part : Buffer.concat([kept, part]);
      while (buffer.length > 0 && !ended) {
        if (left > 0) {
          const now = buffer.subarray(0, left);
          if (handle !== null) for (let at = 0; at < now.length; ) at += writeSync(handle, now, at);
          left -= now.length;
          buffer = buffer.subarray(now.length);
          if (left === 0) close();
        } else if (padding > 0) {
          const now = Math.min(padding, buffer.length);
          padding -= now;
          buffer = buffer.subarray(now);
        } else {
          if (buffer.length < BLOCK) break;
          const entry = parseHeader(buffer.subarray(0, BLOCK));
          buffer = buffer.subarray(BLOCK);
          if (entry === null) {
            ended = true;
            break;
          }
          left = entry.bytes;
          padding = (BLOCK - (entry.bytes % BLOCK)) % BLOCK;
          handle = skip(entry.name) ? null : begin(entry, folder);
          if (left === 0) close();
        }
      }
      kept = Buffer.from(buffer);
    }
  } finally {
    close();
  }
  if (!ended || left > 0) throw new Error('the tar file is cut off');
}

/** Opens the file that an entry is; null for a folder, which is made. */
function begin({ name, type, mode }: Entry, folder: string): number | null {
  const at = path.resolve(folder, name);
  if (at !== path.resolve(folder) && !at.startsWith(`${path.resolve(folder)}${path.sep}`)) throw new Error(`${name} leads elsewhere`);
  if (type === FOLDER) {
    mkdirSync(at, { recursive: true, mode });
    return null;
  }
  if (!FILE.includes(type)) throw new Error(`${name} is neither a file nor a folder`);
  mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 });
  return openSync(at, 'w', mode);
}

/** null at the end of the archive. */
function parseHeader(header: Buffer): Entry | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (from: number, length: number): string => header.toString('latin1', from, from + length).split('\0')[0] ?? '';
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== sum) throw new Error('not a tar file');
  const prefix = text(345, 155);
  const name = header.toString('utf8', 0, 100).split('\0')[0] ?? '';
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: header.toString('latin1', 156, 157),
    mode: Number.parseInt(text(100, 8), 8) & 0o777,
    bytes: numberAt(header, 124, 12),
  };
}

/** Octal digits, or from 8 GB on a number of base 256. */
function numberAt(header: Buffer, at: number, length: number): number {
  if ((header[at] ?? 0) >= 0x80) return Number(header.readBigUInt64BE(at + length - 8));
  return Number.parseInt(header.toString('latin1', at, at + length).split('\0')[0] ?? '', 8);
}

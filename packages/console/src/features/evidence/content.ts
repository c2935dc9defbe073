// The content of a bundle as it arrived in this browser, hashed here. What the server says of its hash is not relied on.
import { evidence } from '@countinghouse/contract/features/evidence';
import { callFile } from '../../lib/calls/client.ts';
import { sha256HexOf } from '../../lib/signing/hashing.ts';

export interface OpenedBundle {
  readonly name: string;
  readonly content: Blob;
  /** SHA-256 of what arrived, 64 hex digits. */
  readonly found: string;
  /** What it says; null where it is no JSON. */
  readonly value: unknown;
}

/** Fetches and hashes the content. Throws as `callFile` does. */
export async function openBundle(id: string): Promise<OpenedBundle> {
  const { name, content } = await callFile(evidence.content, { params: { id } });
  const bytes = await content.arrayBuffer();
  return { name, content, found: await sha256HexOf(bytes), value: parse(new TextDecoder().decode(bytes)) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

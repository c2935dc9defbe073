// A pack: the events of a stretch of a log in one object, which is a gzip file of lines, with what proves that the log has them. Bundles follow
// from the events. The form is told, to the byte, in docs/reference/evidence-format.md.

import { gzipSync } from 'node:zlib';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { type ArchivedEvent, archivedEventOf } from '../../archive/event.ts';
import { lineOf } from '../../archive/lines.ts';
import { ObjectDamaged } from '../../objects/object-store.ts';
import { inflateBlock } from './blocks.ts';

/** A block takes events until it has so much text: reading one event inflates a block. */
const BLOCK_BYTES = 128 * 1024;
// Source: decision 0059: measured; more takes twice the time for a tenth less.
const LEVEL = 3;

/** That a log has the events of a stretch: a root that the system signed. */
export interface SignedTree {
  readonly treeSize: number;
  /** 64 hex digits. */
  readonly rootHash: string;
  readonly checkpoint: string;
  readonly kid: string;
  readonly publicJwk: JsonObject;
}

export interface Pack {
  readonly content: Buffer;
  /** As it is in the content, compressed. */
  readonly index: Buffer;
}

/**
 * Packs the events of a stretch, one after the other, one at least. `outside`: the hashes of the subtrees outside of the stretch, 64 hex
 * digits each, from left to right.
 */
export function writePack(tenantId: string, events: readonly ArchivedEvent[], tree: SignedTree, outside: readonly string[]): Pack {
  const members: Buffer[] = [];
  const blocks: [number, number, number][] = [];
  let offset = 0;
  let lines = '';
  let firstSeq = 0;
  for (const [i, event] of events.entries()) {
    if (lines === '') firstSeq = event.seq;
    lines += eventLineOf(event);
    if (lines.length < BLOCK_BYTES && i < events.length - 1) continue;
    const member = gzipSync(lines, { level: LEVEL });
    members.push(member);
    blocks.push([offset, member.length, firstSeq]);
    offset += member.length;
    lines = '';
  }
  const told = canonicalize({
    format: 'countinghouse-evidence-pack',
    version: 2,
    tenant_id: tenantId,
    first_seq: events[0]?.seq ?? 0,
    last_seq: events.at(-1)?.seq ?? 0,
    blocks,
    tree_size: tree.treeSize,
    root_hash: tree.rootHash,
    checkpoint: tree.checkpoint,
    kid: tree.kid,
    public_jwk: tree.publicJwk,
    outside,
  });
  const index = gzipSync(`${told}\n`, { level: LEVEL });
  return { content: Buffer.concat([...members, index, endAfter(offset)]), index };
}

const eventLineOf = (e: ArchivedEvent): string => lineOf({ kind: 'event', ...archivedEventOf(e) });

/** An empty gzip member of 34 bytes, whose extra field `CH` says where the index begins. */
function endAfter(indexOffset: number): Buffer {
  const offset = Buffer.alloc(8);
  offset.writeBigUInt64BE(BigInt(indexOffset));
  return Buffer.concat([Buffer.from('1f8b08040000000000ff0c0043480800', 'hex'), offset, Buffer.from('03000000000000000000', 'hex')]);
}

/** The index as it is written. */
export interface EventIndex {
  readonly version: 2;
  /** Offset and length of the bytes of each block, and the seq of its first event. */
  readonly blocks: readonly (readonly [number, number, number])[];
  readonly tree_size: number;
  readonly root_hash: string;
  readonly checkpoint: string;
  readonly kid: string;
  readonly public_jwk: JsonObject;
}

/** Where an event is: bytes of the pack that inflate to a block, and its line in there. */
export interface EventPlace {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}

export function placeOf({ blocks }: EventIndex, seq: number): EventPlace {
  const [offset, length, first] = blocks.findLast(([, , firstSeq]) => firstSeq <= seq) ?? [];
  if (offset === undefined || length === undefined || first === undefined) throw new Error(`a pack without event ${seq}`);
  return { offset, length, line: seq - first };
}

export const treeOf = ({ tree_size, root_hash, checkpoint, kid, public_jwk }: EventIndex): SignedTree => ({
  treeSize: tree_size,
  rootHash: root_hash,
  checkpoint,
  kid,
  publicJwk: public_jwk,
});

/** Throws ObjectDamaged where a block does not have this event at its place, to the byte. */
export async function checkKept(block: Buffer, { line }: EventPlace, event: ArchivedEvent): Promise<void> {
  const lines = (await inflateBlock(block)).toString().split('\n');
  if (`${lines[line]}\n` !== eventLineOf(event)) throw new ObjectDamaged('altered');
}

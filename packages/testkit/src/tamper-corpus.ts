// The corpus of tampers (vectors/tampers): what was done to which honest archive, and what a verifier must or should say of it.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { lineText } from './made-log.ts';
import type { Kept } from './tampering.ts';

/** What was done to lines of an honest archive; they are counted from 1, as they stand there. */
export type Edit =
  | { readonly line: number; readonly set: JsonObject }
  | { readonly line: number; readonly remove: true }
  | { readonly after: number; readonly insert: readonly JsonObject[] };

/** What it is done to. A page of docs (reference/tampers.md) says which of them a log of another kind can show. */
export type KindOfTamper = 'nothing' | 'form' | 'content' | 'order' | 'rewrite' | 'end' | 'signature' | 'outside' | 'stored' | 'books';

export type Verdict =
  | { readonly verdict: 'proven'; readonly through: number }
  | { readonly verdict: 'fault'; readonly through: number; readonly seq: number; readonly code: string }
  | { readonly verdict: 'refused' };

export interface Tamper {
  readonly name: string;
  readonly about: string;
  readonly kind: KindOfTamper;
  readonly level: 'MUST' | 'SHOULD';
  /** Relative to the folder of the corpus. */
  readonly archive: string;
  /** To be made in the archive first. */
  readonly edits?: readonly Edit[];
  /** The chain key from elsewhere; none where the text is to be refused. */
  readonly key?: JsonObject;
  readonly kept?: Kept;
  readonly policy?: string;
  readonly expected: Verdict;
}

const kinds: Readonly<Record<Exclude<KindOfTamper, 'nothing' | 'form' | 'rewrite' | 'books'>, readonly string[]>> = {
  content: ['payload_hash', 'event_hash', 'hash_version', 'event_ts', 'payload'],
  order: ['seq', 'prev_hash'],
  end: ['kept_checkpoint', 'kept_head', 'archive_head'],
  signature: ['key', 'client_signature', 'head', 'uncovered'],
  outside: ['log_anchored', 'anchor', 'checkpoint', 'cosignature', 'time_stamp', 'quorum'],
  stored: ['stored_key', 'stored_account', 'stored_balance', 'stored_postings', 'end'],
};

/** The kind of a tamper, by the code of the fault that it makes. */
export const kindOf = (code: string): KindOfTamper =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => kinds[kind].includes(code)) ?? 'books';

/** Hashes, signatures, the tree and the form tell of the others. */
export const levelOf = (kind: KindOfTamper): Tamper['level'] => (kind === 'books' || kind === 'stored' ? 'SHOULD' : 'MUST');

/** Throws where a line is not there. */
export function edited(archive: string, edits: readonly Edit[]): string {
  const lines = archive.trimEnd().split('\n');
  const out: string[][] = lines.map((line) => [`${line}\n`]);
  const place = (line: number): string[] => {
    const found = out[line - 1];
    if (found === undefined) throw new Error(`the archive has no line ${line}`);
    return found;
  };
  for (const edit of edits) {
    if ('after' in edit) place(edit.after).push(...edit.insert.map(lineText));
    else if ('set' in edit) place(edit.line)[0] = lineText({ ...(JSON.parse(lines[edit.line - 1] ?? '') as JsonObject), ...edit.set });
    else place(edit.line)[0] = '';
  }
  return out.flat().join('');
}

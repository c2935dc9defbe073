// The parties of an organisation by their words, in memory: ciphertext cannot be searched. It is kept beside the keys that opened
// the words and perishes with them; before each search it reads on from the last event it knows.

import type { Pool } from '../../connection.ts';
import { type KeptWords, listWords, type PiiStore } from '../../keys/pii.ts';
import type { Held, Perishable } from '../../keys/pii-keys.ts';
import { read } from '../../reader.ts';
import { listPartiesSince, type PartyRow } from './reads.ts';

/** More changes than this at once, and the list is sorted anew. */
const INSERTS_MAX = 64;
const collator = new Intl.Collator('en');

export interface FoundParty {
  readonly id: string;
  readonly kind: string;
  readonly created_at: string;
  /** null once erased. */
  readonly label: string | null;
  /** null where there is none, or once erased. */
  readonly external_ref: string | null;
  readonly external_ref_token: string | null;
}

interface Entry extends FoundParty {
  readonly seq: number;
  /** In lower case, to be searched: label, kind and reference. */
  readonly texts: readonly string[];
}

/** By label, what has none last; then by id. */
function compare(a: Entry, b: Entry): number {
  if (a.label === null || b.label === null) {
    if (a.label !== b.label) return a.label === null ? 1 : -1;
  } else {
    const order = collator.compare(a.texts[0] ?? '', b.texts[0] ?? '');
    if (order !== 0) return order;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

class Directory implements Perishable {
  private readonly byId = new Map<string, Entry>();
  private sorted: Entry[] = [];
  seq = 0;

  perish(): void {
    this.byId.clear();
    this.sorted = [];
    this.seq = 0;
  }

  note(entries: readonly Entry[]): void {
    const fresh = entries.filter((e) => (this.byId.get(e.id)?.seq ?? 0) < e.seq);
    const few = fresh.length <= INSERTS_MAX;
    for (const entry of fresh) {
      const before = this.byId.get(entry.id);
      this.byId.set(entry.id, entry);
      this.seq = Math.max(this.seq, entry.seq);
      if (!few) continue;
      if (before !== undefined) this.sorted.splice(this.place(before), 1);
      this.sorted.splice(this.place(entry), 0, entry);
    }
    if (!few) this.sorted = [...this.byId.values()].sort(compare);
  }

  /** Where an entry is, or belongs. */
  private place(entry: Entry): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.sorted[middle] as Entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  search(text: string, among: ReadonlySet<string> | null): readonly FoundParty[] {
    const asked = among === null ? this.sorted : this.sorted.filter((e) => among.has(e.id));
    if (text === '') return asked;
    const wanted = text.toLowerCase();
    const isId = /^[0-9a-f-]+$/.test(wanted);
    return asked.filter((e) => e.texts.some((t) => t.includes(wanted)) || (isId && e.id.includes(wanted)));
  }
}

export class PartyDirectory {
  private readonly pii: PiiStore;
  private readonly readerPool: Pool;

  constructor(o: { readonly pii: PiiStore; readonly readerPool: Pool }) {
    this.pii = o.pii;
    this.readerPool = o.readerPool;
  }

  /** Parties whose label, kind, reference or id contains the text (in any case), by label; `among`: only those with one of these ids. */
  async search(
    tenantId: string,
    { text, among = null }: { readonly text: string; readonly among?: ReadonlySet<string> | null },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly parties: readonly FoundParty[]; readonly total: number }> {
    const held = await this.pii.hold(tenantId);
    const directory = held.keep('parties', () => new Directory());
    await this.catchUp(held, directory);
    const found = directory.search(text, among);
    return { parties: found.slice(page.offset, page.offset + page.limit), total: found.length };
  }

  private async catchUp(held: Held, directory: Directory): Promise<void> {
    const { tenantId } = held;
    const { rows, words } = await read(this.readerPool, { tenantId }, async (tx) => {
      const rows = await listPartiesSince(tx, tenantId, directory.seq);
      const tokens = rows.flatMap((r) => (r.external_ref_token === null ? [r.label_token] : [r.label_token, r.external_ref_token]));
      const words: readonly KeptWords[] = tokens.length === 0 ? [] : await listWords(tx, tenantId, tokens);
      return { rows, words };
    });
    if (rows.length === 0) return;
    const opened = await this.pii.open(held, words);
    // What was erased while it was being opened is not kept.
    if (!held.gone) directory.note(rows.map((row) => toEntry(row, opened)));
  }
}

function toEntry(row: PartyRow, words: ReadonlyMap<string, string>): Entry {
  const label = words.get(row.label_token) ?? null;
  const reference = row.external_ref_token === null ? null : (words.get(row.external_ref_token) ?? null);
  const texts = [label ?? '', row.kind, reference ?? ''].map((t) => t.toLowerCase());
  const { id, kind, created_at, external_ref_token, event_seq: seq } = row;
  return { id, kind, created_at, label, external_ref: reference, external_ref_token, seq, texts };
}

// The rows of a file named by what they say. Equal rows of two statements are one movement where both may tell of it, and two where one of them goes on
// from the other by its balances, in the same file or in one that came before.

import type { ImportedRow, ImportedStatement } from '@countinghouse/kernel/recon/commands';
import { findOthers, indexByBalance } from '@countinghouse/kernel/recon/other-statements';
import { contentOf, identifyRows, rowId } from '@countinghouse/kernel/recon/row-ids';
import type { Pool } from '@countinghouse/store/connection';
import { listNearStatements, listStatementsOfRows } from '@countinghouse/store/features/recon/continuity';
import { read } from '@countinghouse/store/reader';
import { feedsOf, toCompared } from './continuity.ts';
import { sha256 } from './rules.ts';

/** A statement whose rows have no ids yet. */
export interface Draft extends Omit<ImportedStatement, 'rows'> {
  readonly rows: readonly Omit<ImportedRow, 'id'>[];
}

const NONE = indexByBalance([]);

/** In the order of the file. In between, others are served. */
export async function identifyAll(readerPool: Pool, tenantId: string, drafts: readonly Draft[]): Promise<readonly ImportedStatement[]> {
  const near = await read(readerPool, { tenantId }, (tx) => listNearStatements(tx, tenantId, null, feedsOf(drafts)));
  const known = new Map([...Map.groupBy(near.map(toCompared), feedKey)].map(([feed, own]) => [feed, indexByBalance(own)]));
  const statementsOfRows = (ids: readonly string[]) => read(readerPool, { tenantId }, (tx) => listStatementsOfRows(tx, tenantId, ids));
  const identified: ImportedStatement[] = [];
  const before = new Map<string, Before>();
  for (const draft of drafts) {
    await nextTurn();
    const amounts = draft.rows.map((r) => r.amountE8);
    const others = findOthers(draft, amounts, known.get(feedKey(draft)) ?? NONE);
    const chain = chainFor(draft, before.get(feedKey(draft)));
    const takenOf = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      const there = others.size === 0 ? null : await statementsOfRows(ids);
      return new Set(ids.filter((id) => chain.ids.has(id) || others.has(there?.get(id) ?? '')));
    };
    const rows =
      others.size === 0 && chain.ids.size === 0 ? identifyRows(sha256, draft, draft.rows) : await passOver(draft, chain, takenOf);
    for (const { id } of rows) chain.ids.add(id);
    before.set(feedKey(draft), { draft, chain });
    await nextTurn();
    identified.push({ ...draft, rows });
  }
  return identified;
}

const nextTurn = (): Promise<void> => new Promise(setImmediate);

const feedKey = ({ source, accountId }: Pick<Draft, 'source' | 'accountId'>): string => JSON.stringify([source, accountId]);

/** Statements of a file that go on from each other. */
interface Chain {
  /** Of their rows. */
  readonly ids: Set<string>;
  /** By what rows say, how many of that are theirs from the first on without a gap. */
  readonly counted: Map<string, number>;
}

interface Before {
  readonly draft: Draft;
  readonly chain: Chain;
}

/**
 * That of the statement before in the file, where this one opens with what that closed with, and that closed with something else than it opened with. Only
 * then are equal rows of both certainly two; statements that share days have the same ones.
 */
function chainFor({ openingE8 }: Draft, before: Before | undefined): Chain {
  const goesOn =
    before !== undefined && openingE8 !== null && before.draft.closingE8 === openingE8 && before.draft.openingE8 !== before.draft.closingE8;
  return goesOn ? before.chain : { ids: new Set(), counted: new Map() };
}

interface Kind {
  readonly wanted: number;
  readonly free: string[];
  /** So many of the kind were looked at. */
  upTo: number;
}

/** Rows that say the same are the first of their kind that are not taken by other statements. */
async function passOver(
  draft: Draft,
  chain: Chain,
  takenOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly ImportedRow[]> {
  const contents = draft.rows.map((row) => contentOf(draft, row));
  const kinds = new Map<string, Kind>();
  for (const [content, own] of Map.groupBy(contents, (c) => c))
    kinds.set(content, { wanted: own.length, free: [], upTo: chain.counted.get(content) ?? 0 });
  for (let short = [...kinds]; short.length > 0; short = short.filter(([, kind]) => kind.free.length < kind.wanted)) {
    // Twice as far each time: of a kind there may be thousands.
    const asked = short.map(([content, { wanted, free, upTo }]) =>
      Array.from({ length: Math.max(wanted - free.length, upTo - (chain.counted.get(content) ?? 0)) }, (_, i) =>
        rowId(sha256, content, upTo + i + 1),
      ),
    );
    const taken = await takenOf(asked.flat());
    for (const [i, [, kind]] of short.entries()) {
      const ids = asked[i] ?? [];
      kind.free.push(...ids.filter((id) => !taken.has(id)));
      kind.upTo += ids.length;
    }
  }
  const given = new Map([...kinds].map(([content, { wanted, free }]) => [content, free.slice(0, wanted).values()]));
  for (const [content, { wanted, free }] of kinds) countOn(chain, content, new Set(free.slice(0, wanted)));
  return draft.rows.map((row, i) => ({ ...row, id: given.get(contents[i] ?? '')?.next().value ?? '' }));
}

/** Those of the statement are the chain's from now on. */
function countOn({ ids, counted }: Chain, content: string, own: ReadonlySet<string>): void {
  let at = counted.get(content) ?? 0;
  for (let id = rowId(sha256, content, at + 1); own.has(id) || ids.has(id); id = rowId(sha256, content, at + 1)) at += 1;
  counted.set(content, at);
}

import { randomUUID } from 'node:crypto';
import { RECON_FILE_BYTES_MAX } from '@countinghouse/contract/bank-files';
import { recon as contract, RECON_LIMIT_MAX } from '@countinghouse/contract/features/recon';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { ImportedStatement } from '@countinghouse/kernel/recon/commands';
import { addDays } from '@countinghouse/kernel/time/instant';
import { findNamedAccount, listAccountsByCode } from '@countinghouse/store/features/accounts/reads';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { type BankRowRow, listOpenRowsOf, listOpenSides, listOpenSidesOf } from '@countinghouse/store/features/recon/items';
import {
  countRows,
  listFed,
  listMatched,
  listMatches,
  listReconImports,
  listRows,
  listSources,
} from '@countinghouse/store/features/recon/reads';
import { listReconciliationItems, sumReconciliation } from '@countinghouse/store/features/recon/reconciliation';
import { findLastRun } from '@countinghouse/store/features/recon/runs';
import type { PiiStore, Words } from '@countinghouse/store/keys/pii';
import { read, type Tx } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { isWaitedFor } from '../../files/turns.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { receiveFile, wholeOf } from '../../http/upload.ts';
import { done, writtenEvent, writtenEvents } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { referenceWords, submitWithReference } from '../../wire/references.ts';
import { compareWithEarlier } from './continuity.ts';
import { countLeftOut, findFed, findFeeds, hashOf, readFile, toDrafts } from './file.ts';
import { identifyAll } from './identify.ts';
import { type FedAccount, statementsOf } from './rules.ts';
import { toWireMatches, toWireReconciliation, toWireRow, toWireRun, toWireSide, toWireSource, toWireSuggestions } from './wire.ts';
import { beginRun } from './worker.ts';

/** How long a call that matches is waited for; the worker goes on with what is left. Source: as an export run, `product.md`. */
const MATCH_WAIT_MS = 15_000;

export const status = reading(contract.status, ({ tenant: { tenant_id } }, { readerPool, clock }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const { matched, unmatched, exceptions, updated_at, ...aging } = await countRows(tx, tenant_id, clock.today());
    const run = await findLastRun(tx, tenant_id);
    const accounts = [...(await listFed(tx, tenant_id))];
    return { matched, unmatched, exceptions, aging, updated_at, run: run === null ? null : toWireRun(run), accounts };
  }),
);

export const importRows = handler(
  contract.importRows,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { readerPool, ledger }) => {
    const codes = [...new Set(body.rows.map((r) => r.account_code))];
    const accounts = await read(readerPool, { tenantId: tenant_id }, (tx) => listAccountsByCode(tx, tenant_id, codes));
    const statements = statementsOf(body.rows, new Map(accounts.map((a) => [a.code, a])));
    const command = { type: 'recon.import', actor, id: randomUUID(), format: 'json', fileSha256: null, statements } as const;
    return tell(await ledger.submit(tenant_id, command), statements);
  },
);

export const importFile = handler(
  contract.importFile,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { query }, request, reply }, { readerPool, ledger, pii, fileTurns, clock }) => {
    const feeds = await findFeeds({ readerPool, pii }, tenant_id, query);
    // Of a form that does not say how long it is, as much as is taken.
    const bytes = Number(request.headers['content-length'] ?? RECON_FILE_BYTES_MAX);
    const receive = async (): Promise<Uint8Array> => wholeOf(await receiveFile(request));
    return fileTurns.take(tenant_id, { bytes, receive, isWaitedFor: isWaitedFor(reply) }, async (file) => {
      const { format, statements } = await readFile(file, feeds, query, clock.today());
      const fed = await read(readerPool, { tenantId: tenant_id }, (tx) => findFed(tx, pii, tenant_id, statements, query, feeds));
      const { drafts, store } = await toDrafts(pii, tenant_id, statements, fed);
      const imported = await identifyAll(readerPool, tenant_id, drafts);
      const command = { type: 'recon.import', actor, id: randomUUID(), format, fileSha256: hashOf(file), statements: imported } as const;
      const outcome = await ledger.submit(tenant_id, command, store);
      const told = tell(outcome, imported);
      const newRowIds = new Set(writtenEvents(outcome, 'recon.rows_added').flatMap((e) => e.payload.rows.map((r) => r.id)));
      const accounts = fed.map((f) => f.account);
      const continuity = await read(readerPool, { tenantId: tenant_id }, (tx) =>
        compareWithEarlier(tx, tenant_id, imported, accounts, { importId: told.import_id, newRowIds }),
      );
      return { ...told, format, statements: statements.length, left_out: countLeftOut(statements), continuity };
    });
  },
);

export const match = handler(contract.match, async ({ tenant: { tenant_id }, caller }, services) => {
  const until = performance.now() + MATCH_WAIT_MS;
  const run = await beginRun(services, tenant_id, caller.session.userId, () => performance.now() < until);
  return { matched: run.rows_matched, run: toWireRun(run) };
});

export const imports = reading(contract.imports, async ({ tenant: { tenant_id }, input: { query } }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listReconImports(tx, tenant_id, query.limit));
  return { imports: rows.map((row) => ({ ...row, statements: [...row.statements] })) };
});

export const rows = handler(contract.rows, async ({ tenant: { tenant_id }, input: { query } }, { readerPool, pii, clock }) => {
  const { id, state, account_id, q, after, limit } = query;
  const wanted = q === undefined || q === '' ? null : q;
  const isAmount = wanted !== null && parseAmountE8(wanted) !== null;
  const filter = { id: id ?? null, state: state ?? null, accountId: account_id ?? null, text: wanted, amount: isAmount ? wanted : null };
  const found = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
    as_of: (await findLatestPosition(tx, tenant_id))?.seq ?? 0,
    ...(await listRows(tx, tenant_id, clock.today(), filter, { offset: after, limit })),
  }));
  const words = await pii.reveal(
    tenant_id,
    found.rows.flatMap((r) => [r.words_token, r.note_token]),
  );
  return { rows: found.rows.map((r) => toWireRow(r, words)), total: found.total, as_of: found.as_of };
});

export const postings = reading(contract.postings, ({ tenant: { tenant_id }, input: { query } }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const { account_id, around, days, after, limit } = query;
    await getAccount(tx, tenant_id, account_id);
    const range =
      around === undefined ? { from: '-infinity', to: 'infinity' } : { from: addDays(around, -days), to: addDays(around, days) };
    const sides = await listOpenSides(tx, tenant_id, account_id, range, { offset: after, limit });
    return { postings: sides.map(toWireSide) };
  }),
);

export const matches = handler(contract.matches, async ({ tenant: { tenant_id }, input: { query } }, { readerPool, pii }) => {
  const filter = { id: query.id ?? null, accountId: query.account_id ?? null, rule: query.rule ?? null };
  const found = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const matches = await listMatches(tx, tenant_id, filter, { offset: query.after, limit: query.limit });
    const ids = matches.map((m) => m.id);
    return { matches, ...(await listMatched(tx, tenant_id, ids)) };
  });
  const words = await wordsOf(pii, tenant_id, found.rows);
  return { matches: toWireMatches(found.matches, found, words) };
});

export const suggestions = handler(
  contract.suggestions,
  async ({ tenant: { tenant_id }, input: { query } }, { readerPool, pii, suggestMatches }) => {
    const { account_id } = query;
    await read(readerPool, { tenantId: tenant_id }, (tx) => getAccount(tx, tenant_id, account_id));
    const suggested = await suggestMatches(tenant_id, account_id);
    const rowIds = suggested.flatMap((s) => s.row_ids);
    const named = suggested.flatMap((s) => s.postings);
    const open = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
      rows: await listOpenRowsOf(tx, tenant_id, rowIds),
      postings: await listOpenSidesOf(tx, tenant_id, account_id, named),
    }));
    return { suggestions: toWireSuggestions(suggested, open, await wordsOf(pii, tenant_id, open.rows)) };
  },
);

export const confirm = handler(contract.confirm, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { ledger }) => {
  const matches = body.matches.map(({ row_ids, postings, note }) => byHand(body.account_id, row_ids, postings, note));
  const outcome = await ledger.submit(tenant_id, { type: 'recon.match', actor, runId: null, matches });
  return { ids: writtenEvent(outcome, 'recon.matched').payload.matches.map((m) => m.id) };
});

/** What a person says belongs together. */
const byHand = (
  account_id: string,
  row_ids: readonly string[],
  postings: readonly { readonly seq: number; readonly line: number }[],
  reason: string,
) => ({ id: randomUUID(), account_id, rule: 'manual', score: null, reason, row_ids, postings }) as const;

export const matchByHand = handler(
  contract.matchByHand,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { ledger }) => {
    const match = byHand(body.account_id, body.row_ids, body.postings, body.note);
    const outcome = await ledger.submit(tenant_id, { type: 'recon.match', actor, runId: null, matches: [match] });
    return { id: writtenEvent(outcome, 'recon.matched').payload.matches[0]?.id ?? match.id };
  },
);

export const unmatch = handler(contract.unmatch, async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, { ledger }) =>
  done(await ledger.submit(tenant_id, { type: 'recon.unmatch', actor, matchId: params.id })),
);

export const setException = handler(
  contract.setException,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, { ledger, pii }) => {
    const note = await pii.tokenise(tenant_id, 'recon-note', body.note);
    const ownerId = body.owner_id ?? null;
    const command = { type: 'recon.set_exception', actor, rowId: params.id, ownerId, noteToken: note.token } as const;
    return done(await ledger.submit(tenant_id, command, [note.store]));
  },
);

export const clearException = handler(
  contract.clearException,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, { ledger }) =>
    done(await ledger.submit(tenant_id, { type: 'recon.clear_exception', actor, rowId: params.id })),
);

export const sources = reading(contract.sources, async ({ tenant: { tenant_id } }, { readerPool, pii }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listSources(tx, tenant_id));
  const wordsOf = await referenceWords(
    pii,
    tenant_id,
    rows.map((row) => row.bank_account_token),
  );
  return { sources: rows.map((row) => toWireSource(row, wordsOf(row.bank_account, row.bank_account_token))) };
});

export const saveSource = handler(contract.saveSource, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const { readerPool } = services;
  const [account] = await read(readerPool, { tenantId: tenant_id }, (tx) => listAccountsByCode(tx, tenant_id, [body.account_code]));
  if (account === undefined) throw refuseField('account_code', `There is no account ${body.account_code}.`);
  const csv = (body.csv ?? null) as JsonObject | null;
  const command = { type: 'recon_source.save', actor, name: body.name, accountId: account.id } as const;
  const words = body.bank_account || null;
  if (words !== null) await refuseTaken(services, tenant_id, { name: body.name, words, currency: account.currency });
  const reference = { kind: 'bank-account', words } as const;
  return done(
    await submitWithReference(services, tenant_id, reference, (told) => ({
      ...command,
      bankAccount: told.words,
      ...(told.token === null ? {} : { bankAccountToken: told.token }),
      csv,
    })),
  );
});

/** The kernel compares words with words and tokens with tokens; here words with both. Throws CODE_TAKEN. */
async function refuseTaken(
  { readerPool, pii }: Services,
  tenantId: string,
  { name, words, currency }: { readonly name: string; readonly words: string; readonly currency: string },
): Promise<void> {
  const { sources: others } = await findFeeds({ readerPool, pii }, tenantId, {});
  const taken = others.find((s) => s.name !== name && s.bank_account === words && s.currency === currency);
  if (taken !== undefined) throw new Refusal('CODE_TAKEN', { name: taken.name });
}

export const removeSource = handler(
  contract.removeSource,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { ledger }) =>
    done(await ledger.submit(tenant_id, { type: 'recon_source.remove', actor, name: body.name })),
);

export const statement = handler(contract.statement, async ({ tenant: { tenant_id }, input: { query } }, { readerPool, pii }) => {
  const { account_id, date } = query;
  const { account, figures, items } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const named = await getAccount(tx, tenant_id, account_id);
    return {
      account: named,
      figures: await sumReconciliation(tx, tenant_id, named.id, date),
      items: await listReconciliationItems(tx, tenant_id, named.id, date, RECON_LIMIT_MAX),
    };
  });
  return toWireReconciliation(account, date, figures, items, await wordsOf(pii, tenant_id, items.rows));
});

/** How many of the rows were new. */
function tell(outcome: Outcome, statements: readonly ImportedStatement[]) {
  const [event] = writtenEvents(outcome, 'recon.imported');
  const imported = event?.payload.statements.reduce((sum, s) => sum + s.rows, 0) ?? 0;
  const rows = statements.reduce((sum, s) => sum + s.rows.length, 0);
  return { imported, duplicates: rows - imported, import_id: event?.payload.id ?? null };
}

async function getAccount(tx: Tx, tenantId: string, id: string): Promise<FedAccount> {
  const account = await findNamedAccount(tx, tenantId, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

const wordsOf = (pii: PiiStore, tenantId: string, rows: readonly BankRowRow[]): Promise<Words> =>
  pii.reveal(
    tenantId,
    rows.map((r) => r.words_token),
  );

export const reconHandlers: readonly Handler[] = [
  status,
  importRows,
  importFile,
  match,
  imports,
  rows,
  postings,
  matches,
  suggestions,
  confirm,
  matchByHand,
  unmatch,
  setException,
  clearException,
  sources,
  saveSource,
  removeSource,
  statement,
];

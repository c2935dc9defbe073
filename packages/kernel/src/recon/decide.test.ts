import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, stranger, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../ledger/decision.ts';
import type { ImportedRow, ImportedStatement, ImportRecon, MatchRecon } from './commands.ts';
import { ROWS_PER_EVENT } from './decide.ts';

const A = idOf('A');
const row = (id: string, amountE8: bigint, more: Partial<ImportedRow> = {}): ImportedRow => ({
  id,
  at: TODAY,
  on: TODAY,
  amountE8,
  line: 1,
  wordsToken: null,
  ...more,
});
const statement = (rows: readonly ImportedRow[], more: Partial<ImportedStatement> = {}): ImportedStatement => ({
  id: 'statement-1',
  source: 'bank',
  accountId: A,
  reference: '1',
  openingE8: null,
  closingE8: null,
  fromOn: null,
  toOn: null,
  rows,
  ...more,
});
const imports = (statements: readonly ImportedStatement[], more: Partial<ImportRecon> = {}): ImportRecon => ({
  type: 'recon.import',
  actor: member,
  id: 'import-1',
  format: 'json',
  fileSha256: null,
  statements,
  ...more,
});
const match = (
  row_ids: readonly string[],
  postings: MatchRecon['matches'][number]['postings'],
  more: Partial<MatchRecon> = {},
): MatchRecon => ({
  type: 'recon.match',
  actor: member,
  runId: null,
  matches: [{ id: `match-${row_ids.join()}`, account_id: A, rule: 'manual', score: null, reason: '', row_ids, postings }],
  ...more,
});
const code = (d: Decision): string => (d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join() : d.kind);
const E8 = 100_000_000n;

/** 10 USD posted to A; rows r1 (10), r2 (10) and r3 (-4) of A. */
function withRows(): { readonly ledger: PureLedger; readonly seq: number } {
  const ledger = openBooks();
  ledger.submit(intentOf({ rows: [rowOf('A', 'B', '10')] }));
  const seq = ledger.state.head.seq;
  ledger.submit(imports([statement([row('r1', 10n * E8), row('r2', 10n * E8), row('r3', -4n * E8)])]));
  return { ledger, seq };
}

describe('importing', () => {
  test('takes in what is new, counts what is there, and changes nothing where nothing is new', () => {
    const ledger = openBooks();
    expect(code(ledger.submit(imports([statement([row('r1', 1n)])])))).toBe('recon.imported,recon.rows_added');
    const again = ledger.submit(imports([statement([row('r1', 1n), row('r2', 2n)], { id: 'statement-2' })], { id: 'import-2' }));
    expect(again).toMatchObject({
      events: [
        { type: 'recon.imported', payload: { id: 'import-2', statements: [{ id: 'statement-2', rows: 1, duplicates: 1 }] } },
        { type: 'recon.rows_added', payload: { rows: [{ id: 'r2', amount: '0.00000002', statement_id: 'statement-2' }] } },
      ],
    });
    expect(ledger.submit(imports([statement([row('r1', 1n), row('r2', 2n)])]))).toEqual({ kind: 'append', events: [] });
  });
  test('a row that two statements of one file share comes in once', () => {
    const shared = imports([statement([row('r1', 1n)]), statement([row('r1', 1n), row('r2', 1n)], { id: 'statement-2' })]);
    expect(openBooks().decide(shared)).toMatchObject({
      events: [
        {
          payload: {
            statements: [
              { rows: 1, duplicates: 0 },
              { rows: 1, duplicates: 1 },
            ],
          },
        },
        { payload: { rows: [{ id: 'r1' }, { id: 'r2' }] } },
      ],
    });
  });
  describe('the same file again, its rows under other ids', () => {
    const file = (rows: readonly ImportedRow[], more: Partial<ImportedStatement> = {}, format: ImportRecon['format'] = 'mt940') =>
      imports([statement(rows, more)], { format, fileSha256: 'aa' });
    const first = [row('r1', 10n), row('r2', 10n), row('r3', -4n, { line: 2 })];
    const again = [row('x1', 10n), row('x2', 10n), row('x3', -4n, { line: 2 })];
    const freshOf = (rows: readonly ImportedRow[], more: Partial<ImportedStatement> = {}, format?: ImportRecon['format']) => {
      const ledger = openBooks();
      ledger.submit(file(first, {}, format));
      const decision = ledger.submit(file(rows, { id: 'statement-2', ...more }, format));
      const events = decision.kind === 'append' ? decision.events : [];
      return events.flatMap((e) => (e.type === 'recon.rows_added' ? e.payload.rows.map((r) => r.id) : []));
    };
    test('brings nothing, whatever its source is called now', () => {
      expect(freshOf(again)).toEqual([]);
      expect(freshOf(again, { source: 'another' })).toEqual([]);
    });
    test('brings what is of another line, day or amount, once more than before, or of another account', () => {
      const other = [row('x4', 10n, { line: 3 }), row('x5', 10n, { on: '2026-01-01' }), row('x6', 11n), row('x7', 10n)];
      expect(freshOf([...again, ...other])).toEqual(['x4', 'x5', 'x6', 'x7']);
      expect(freshOf(again, { accountId: idOf('B') })).toEqual(['x1', 'x2', 'x3']);
    });
    test('a row that is known by its id stands for no other', () => {
      expect(freshOf([row('r1', 10n), row('x2', 10n), row('x3', 10n)])).toEqual(['x3']);
    });
    test('a CSV of another source may be of another account at the bank', () => {
      expect(freshOf(again, {}, 'csv')).toEqual([]);
      expect(freshOf(again, { source: 'another' }, 'csv')).toEqual(['x1', 'x2', 'x3']);
    });
  });
  test('many rows come in several events of one decision, as few as hold them', () => {
    const rows = Array.from({ length: 2 * ROWS_PER_EVENT + 1 }, (_, i) => row(`r${i}`, 1n));
    const types = (some: typeof rows): string => code(openBooks().decide(imports([statement(some)])));
    expect(types(rows)).toBe('recon.imported,recon.rows_added,recon.rows_added,recon.rows_added');
    expect(types(rows.slice(1))).toBe('recon.imported,recon.rows_added,recon.rows_added');
  });
  test('the rows must lead from the opening to the closing balance', () => {
    const rows = [row('r1', 3n), row('r2', -1n)];
    const told = { openingE8: 10n, fromOn: TODAY, toOn: TODAY };
    expect(code(openBooks().decide(imports([statement(rows, { ...told, closingE8: 12n })])))).toBe('recon.imported,recon.rows_added');
    // Of one balance nothing follows.
    for (const one of [{ openingE8: 10n }, { closingE8: 13n }])
      expect(code(openBooks().decide(imports([statement(rows, one)])))).toBe('recon.imported,recon.rows_added');
    expect(openBooks().decide(imports([statement(rows, { ...told, closingE8: 13n })]))).toEqual({
      kind: 'refused',
      code: 'VALIDATION_ERROR',
      details: [{ path: 'closing_balance', message: 'The rows lead to 0.00000012, the statement to 0.00000013.' }],
    });
  });
  test.each([
    ['a stranger', { actor: stranger }, 'NOT_FOUND'],
    ['no row', { statements: [statement([])] }, 'VALIDATION_ERROR'],
    ['no statement', { statements: [] }, 'VALIDATION_ERROR'],
    ['an account that is not there', { statements: [statement([row('r1', 1n)], { accountId: 'none' })] }, 'VALIDATION_ERROR'],
  ])('refuses %s', (_what, more, refused) => {
    expect(code(openBooks().decide(imports([statement([row('r1', 1n)])], more)))).toBe(refused);
  });
  test('refuses while the organisation is read-only', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(code(ledger.decide(imports([statement([row('r1', 1n)])])))).toBe('TENANT_READONLY');
  });
});

describe('matching', () => {
  test('by hand: what comes to the same amount, with the last day of it', () => {
    const { ledger, seq } = withRows();
    const decided = ledger.submit(match(['r1'], [{ seq, line: 1 }]));
    expect(decided).toMatchObject({ events: [{ type: 'recon.matched', payload: { run_id: null, matches: [{ last_on: TODAY }] } }] });
  });
  test('rows that cancel each other match without a posting', () => {
    const ledger = openBooks();
    ledger.submit(imports([statement([row('in', 5n), row('out', -5n)])]));
    expect(code(ledger.decide(match(['in', 'out'], [])))).toBe('recon.matched');
  });
  test('the other account of the posting may match its own side as well', () => {
    const { ledger, seq } = withRows();
    ledger.submit(match(['r1'], [{ seq, line: 1 }]));
    ledger.submit(imports([statement([row('b1', -10n * E8)], { id: 'statement-b', accountId: idOf('B') })]));
    const [own] = match(['b1'], [{ seq, line: 1 }]).matches;
    expect(code(ledger.decide(match([], [], { matches: [{ ...(own as NonNullable<typeof own>), account_id: idOf('B') }] })))).toBe(
      'recon.matched',
    );
  });
  test.each([
    ['a row that is not there', ['none'], 1, 'NOT_FOUND'],
    ['a posting that is not there', ['r1'], 9, 'NOT_FOUND'],
    ['other amounts', ['r1', 'r3'], 1, 'RECON_SUM'],
    ['a row named twice', ['r1', 'r1'], 1, 'RECON_MATCHED'],
  ])('refuses %s', (_what, rows, line, refused) => {
    const { ledger, seq } = withRows();
    expect(code(ledger.decide(match(rows, [{ seq, line }])))).toBe(refused);
  });
  test('refuses a posting of other accounts', () => {
    const { ledger, seq } = withRows();
    const [own] = match(['r1'], [{ seq, line: 1 }]).matches;
    const other = { ...(own as NonNullable<typeof own>), account_id: idOf('OLD') };
    expect(code(ledger.decide(match([], [], { matches: [{ ...other, row_ids: [] }] })))).toBe('NOT_FOUND');
  });
  test('nothing is matched twice: by hand it is refused, of a run it is left out', () => {
    const { ledger, seq } = withRows();
    ledger.submit(match(['r1'], [{ seq, line: 1 }]));
    expect(code(ledger.decide(match(['r1'], [{ seq, line: 1 }])))).toBe('RECON_MATCHED');
    expect(code(ledger.decide(match(['r2'], [{ seq, line: 1 }])))).toBe('RECON_MATCHED');
    expect(ledger.decide(match(['r2'], [{ seq, line: 1 }], { runId: 'run' }))).toEqual({ kind: 'append', events: [] });
  });
  test('a row alone is not matched twice either, whatever it is matched with', () => {
    const ledger = openBooks();
    const rows = [row('in', 5n), row('out', -5n), row('other', -5n)];
    ledger.submit(imports([statement(rows)]));
    const [first, second] = [match(['in', 'out'], []), match(['in', 'other'], [])];
    const both = [...first.matches, ...second.matches];
    expect(ledger.decide(match([], [], { runId: 'run', matches: both }))).toMatchObject({
      events: [{ payload: { matches: [{ row_ids: ['in', 'out'] }] } }],
    });
    expect(code(ledger.decide(match(['in', 'in', 'out', 'other'], [])))).toBe('RECON_MATCHED');
    ledger.submit(first);
    expect(code(ledger.decide(second))).toBe('RECON_MATCHED');
  });
  test('nor is a posting that is named twice', () => {
    const { ledger, seq } = withRows();
    const posting = { seq, line: 1 };
    expect(code(ledger.decide(match(['r1', 'r2'], [posting, posting])))).toBe('RECON_MATCHED');
  });
  test('of two matches of one command that want the same posting the first has it', () => {
    const { ledger, seq } = withRows();
    const both = [...match(['r1'], [{ seq, line: 1 }]).matches, ...match(['r2'], [{ seq, line: 1 }]).matches];
    expect(ledger.decide(match([], [], { runId: 'run', matches: both }))).toMatchObject({
      events: [{ payload: { run_id: 'run', matches: [{ row_ids: ['r1'] }] } }],
    });
  });
});

describe('undoing a match', () => {
  test('frees its rows and postings, and no others', () => {
    const { ledger, seq } = withRows();
    ledger.submit(match(['r1'], [{ seq, line: 1 }]));
    const undo = { type: 'recon.unmatch', actor: member, matchId: 'match-r1' } as const;
    expect(code(ledger.submit(undo))).toBe('recon.unmatched');
    expect(code(ledger.decide(match(['r2'], [{ seq, line: 1 }])))).toBe('recon.matched');
    expect(code(ledger.decide(undo))).toBe('NOT_FOUND');
  });
});

describe('exceptions', () => {
  const set = { type: 'recon.set_exception', actor: member, rowId: 'r1', ownerId: owner.id, noteToken: 'pii_note' } as const;
  test('have an owner and a note, until they are cleared or matched', () => {
    const { ledger, seq } = withRows();
    expect(code(ledger.submit(set))).toBe('recon.exception_set');
    const clear = { type: 'recon.clear_exception', actor: member, rowId: 'r1' } as const;
    expect(code(ledger.submit(clear))).toBe('recon.exception_cleared');
    expect(ledger.decide(clear)).toEqual({ kind: 'append', events: [] });
    ledger.submit(set);
    ledger.submit(match(['r1'], [{ seq, line: 1 }]));
    expect(ledger.decide(clear)).toEqual({ kind: 'append', events: [] });
    expect(code(ledger.decide(set))).toBe('RECON_MATCHED');
  });
  test('refuse a row that is not there and an owner who is no member', () => {
    const { ledger } = withRows();
    expect(code(ledger.decide({ ...set, rowId: 'none' }))).toBe('NOT_FOUND');
    expect(code(ledger.decide({ ...set, ownerId: stranger.id }))).toBe('VALIDATION_ERROR');
  });
});

describe('sources', () => {
  const save = { type: 'recon_source.save', actor: owner, name: 'Main', accountId: A, bankAccount: 'DE1', csv: null } as const;
  test('say which account a feed tells about; one bank account feeds one in each currency', () => {
    const ledger = openBooks();
    expect(code(ledger.submit(save))).toBe('recon_source.saved');
    expect(code(ledger.submit(save))).toBe('recon_source.saved');
    expect(code(ledger.decide({ ...save, name: 'Other' }))).toBe('CODE_TAKEN');
    expect(code(ledger.decide({ ...save, name: 'Other', accountId: idOf('E') }))).toBe('recon_source.saved');
    expect(code(ledger.decide({ ...save, name: 'Other', bankAccount: null }))).toBe('recon_source.saved');
    expect(code(ledger.submit({ type: 'recon_source.remove', actor: owner, name: 'Main' }))).toBe('recon_source.removed');
    expect(code(ledger.decide({ ...save, name: 'Other' }))).toBe('recon_source.saved');
  });
  test('keep a bank account out of their event where references are tokens', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'privacy.set_references', actor: owner, references: 'token' });
    expect(code(ledger.decide(save))).toBe('REFERENCES_CHANGED');
    expect(code(ledger.decide({ ...save, bankAccount: null }))).toBe('recon_source.saved');
    const told = { ...save, bankAccount: null, bankAccountToken: 'pii_x' } as const;
    expect(ledger.submit(told)).toMatchObject({ events: [{ payload: { bank_account: null, bank_account_token: 'pii_x' } }] });
    expect(code(ledger.decide({ ...told, name: 'Other' }))).toBe('CODE_TAKEN');
  });
  test('are refused to a member, for an account that is not there, and where there is none to remove', () => {
    const ledger = openBooks();
    expect(code(ledger.decide({ ...save, actor: member }))).toBe('FORBIDDEN');
    expect(code(ledger.decide({ ...save, accountId: 'none' }))).toBe('VALIDATION_ERROR');
    expect(code(ledger.decide({ type: 'recon_source.remove', actor: owner, name: 'Main' }))).toBe('NOT_FOUND');
    expect(code(ledger.decide({ type: 'recon_source.remove', actor: member, name: 'Main' }))).toBe('FORBIDDEN');
  });
});

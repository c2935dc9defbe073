import { codeOf, inEntity } from '@countinghouse/testkit/decided';
import { idOf, intentOf, member, openBooks, type PureLedger, rowOf, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { insertPeriod } from '../periods/evolve.ts';
import type { ExecuteIntent } from './commands.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What is wrong, in an order that nobody may change: the earlier answer wins (docs/reference/errors.md). */
interface Rung {
  readonly code: string;
  readonly what: string;
  /** Breaks the organisation or the intent. Rows are added, never replaced, so that faults can be combined. */
  breaks(ledger: PureLedger, intent: Mutable<ExecuteIntent>): void;
  /** Rungs with the same word are about the same field: they cannot both be broken at once. */
  readonly field?: string;
  /** A refusal leaves no event; a rejection is one. */
  readonly refusal?: true;
}

const addRow = (intent: Mutable<ExecuteIntent>, row: ExecuteIntent['rows'][number]): void => {
  intent.rows = [...intent.rows, row];
};

/** What was decided before an organisation became read-only. */
function decideBefore(ledger: PureLedger, intent: ExecuteIntent): void {
  const { readOnly } = ledger.state;
  ledger.state.readOnly = false;
  ledger.submit(intent);
  ledger.state.readOnly = readOnly;
}

const ladder: readonly Rung[] = [
  {
    code: 'IDEMPOTENCY_CONFLICT',
    what: 'the key was used for another intent',
    refusal: true,
    breaks: (ledger, intent) => decideBefore(ledger, intentOf({ idemKey: intent.idemKey, rows: [rowOf('A', 'B', '77')] })),
  },
  {
    code: 'INTENT_ID_TAKEN',
    what: 'the intent id was used with another key',
    refusal: true,
    breaks: (ledger, intent) => decideBefore(ledger, intentOf({ intentId: intent.intentId })),
  },
  {
    code: 'NOT_FOUND',
    what: 'the actor is no member',
    field: 'actor',
    refusal: true,
    breaks: (_ledger, intent) => {
      intent.actor = stranger;
    },
  },
  {
    code: 'FORBIDDEN',
    what: 'the actor has no role in the entity of an account',
    field: 'actor',
    refusal: true,
    breaks: (ledger, intent) => {
      inEntity(ledger, 'B');
      intent.actor = member;
    },
  },
  {
    code: 'TENANT_READONLY',
    what: 'the organisation is read-only',
    refusal: true,
    breaks: (ledger) => {
      ledger.state.readOnly = true;
    },
  },
  {
    code: 'TENANT_MISMATCH',
    what: 'the body names another organisation',
    refusal: true,
    breaks: (_ledger, intent) => {
      intent.tenantId = '00000000-0000-4000-8000-00000000ffff';
    },
  },
  {
    code: 'VALIDATION_ERROR use_case',
    what: 'the use case is reserved',
    refusal: true,
    breaks: (_ledger, intent) => {
      intent.useCase = 'year_end';
    },
  },
  {
    code: 'VALIDATION_ERROR value_date',
    what: 'the value date is outside of its window',
    refusal: true,
    breaks: (_ledger, intent) => {
      intent.valueDate = '2027-06-16';
    },
  },
  {
    code: 'VALIDATION_ERROR proposed_actions.0.valueDate',
    what: 'the value date of a row is outside of its window',
    refusal: true,
    breaks: (_ledger, intent) => {
      intent.rows = [rowOf('A', 'B', '1', { valueDate: '2016-06-14' }), ...intent.rows.slice(1)];
    },
  },
  {
    code: 'consent_scope_required',
    what: 'the consent has no scope',
    breaks: (_ledger, intent) => {
      intent.consent = { ...intent.consent, scope: ['', '  '] };
    },
  },
  {
    code: 'consent_times_invalid',
    what: 'the consent ends before it begins',
    breaks: (_ledger, intent) => {
      intent.consent = { ...intent.consent, grantedAt: '2027-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' };
    },
  },
  {
    code: 'consent_not_yet_valid',
    what: 'the consent begins later',
    field: 'consent times',
    breaks: (_ledger, intent) => {
      intent.consent = { ...intent.consent, grantedAt: '2026-06-15T12:05:00.000001Z', expiresAt: '2027-01-01T00:00:00Z' };
    },
  },
  {
    code: 'consent_expired',
    what: 'the consent has ended',
    field: 'consent times',
    breaks: (_ledger, intent) => {
      intent.consent = { ...intent.consent, grantedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-06-15T12:00:00Z' };
    },
  },
  {
    code: 'SIGNATURE_REQUIRED',
    what: 'a signature is required and missing',
    field: 'signature',
    breaks: (ledger, intent) => {
      ledger.state.signingMode = 'DEV';
      ledger.state.enforceSignedIntents = true;
      intent.signatureCheck = { is: 'absent' };
    },
  },
  {
    code: 'SIGNATURE_INVALID',
    what: 'the signature is wrong',
    field: 'signature',
    breaks: (_ledger, intent) => {
      intent.signatureCheck = { is: 'invalid' };
    },
  },
  {
    code: 'FX_SNAPSHOT_REQUIRED',
    what: 'no FX snapshot is named',
    field: 'snapshot',
    breaks: (_ledger, intent) => {
      intent.fxSnapshotId = null;
    },
  },
  {
    code: 'SNAPSHOT_NOT_FOUND',
    what: 'the snapshot does not exist',
    field: 'snapshot',
    breaks: (_ledger, intent) => {
      intent.fxSnapshotId = 'nowhere';
    },
  },
  { code: 'ACCOUNT_NOT_FOUND', what: 'an account does not exist', breaks: (_ledger, intent) => addRow(intent, rowOf('A', 'NOBODY', '1')) },
  {
    code: 'ACCOUNT_CLOSED',
    what: 'an account is closed',
    breaks: (ledger, intent) => {
      const old = ledger.state.accountByCode.get('OLD');
      if (old !== undefined) old.closed = true;
      addRow(intent, rowOf('OLD', 'A', '1'));
    },
  },
  {
    code: 'ENTITY_INACTIVE',
    what: 'the entity of an account is deactivated',
    breaks: (ledger, intent) => {
      inEntity(ledger, 'DEBT').active = false;
      addRow(intent, rowOf('A', 'DEBT', '1'));
    },
  },
  { code: 'SAME_ACCOUNT', what: 'both sides are one account', breaks: (_ledger, intent) => addRow(intent, rowOf('A', 'a', '1')) },
  {
    code: 'CURRENCY_MISMATCH',
    what: 'an account is kept in another currency',
    breaks: (_ledger, intent) => addRow(intent, rowOf('A', 'E', '1')),
  },
  {
    code: 'CURRENCY_NOT_ALLOWED',
    what: 'the organisation does not allow the currency',
    breaks: (ledger, intent) => {
      ledger.state.currencies.delete('EUR');
      addRow(intent, rowOf('E', 'F', '1', { currency: 'EUR' }));
    },
  },
  {
    code: 'INSUFFICIENT_FUNDS',
    what: 'an account would fall below its floor',
    breaks: (_ledger, intent) => addRow(intent, rowOf('A', 'SAFE', '0.00000001')),
  },
  {
    code: 'PERIOD_LOCKED',
    what: 'a row is for a day of a locked period',
    breaks: (ledger, intent) => {
      insertPeriod(ledger.state, { id: 'p', code: '2026-02', start: '2026-02-01', end: '2026-02-28', status: 'locked', lockedSeq: 1 });
      addRow(intent, rowOf('A', 'B', '1', { valueDate: '2026-02-28' }));
    },
  },
];

function broken(...rungs: readonly Rung[]): { readonly ledger: PureLedger; readonly intent: ExecuteIntent } {
  const ledger = openBooks();
  const intent: Mutable<ExecuteIntent> = intentOf();
  for (const rung of rungs) rung.breaks(ledger, intent);
  return { ledger, intent };
}

describe('the ladder', () => {
  test('an intent with nothing wrong is executed', () => {
    expect(codeOf(openBooks().decide(intentOf()))).toBe('intent.executed');
  });
  test.each(ladder)('$code when $what', (rung) => {
    const { ledger, intent } = broken(rung);
    expect(codeOf(ledger.decide(intent))).toBe(rung.code);
  });
  test.each(ladder.filter((r) => r.refusal !== true))('$code is a decision: one event with the reason, and no posting', (rung) => {
    const { ledger, intent } = broken(rung);
    const postings = ledger.postings.length;
    const decision = ledger.submit(intent);
    expect(decision).toMatchObject({
      kind: 'append',
      events: [{ type: 'intent.rejected', idemKey: intent.idemKey, intentId: intent.intentId }],
    });
    expect(ledger.events.at(-1)).toMatchObject({ payload: { error_code: rung.code, reason_code: rung.code, reason: expect.any(Object) } });
    expect(ledger.postings).toHaveLength(postings);
  });
  test.each(ladder.filter((r) => r.refusal === true))('$code leaves no trace', (rung) => {
    const { ledger, intent } = broken(rung);
    const { seq } = ledger.state.head;
    expect(ledger.submit(intent).kind).toBe('refused');
    expect(ledger.state.head.seq).toBe(seq);
  });

  const pairs = ladder.flatMap((earlier, i) =>
    ladder
      .slice(i + 1)
      .filter((later) => earlier.field === undefined || earlier.field !== later.field)
      .map((later) => ({ earlier, later, title: `${earlier.code} wins over ${later.code}` })),
  );
  test.each(pairs)('$title', ({ earlier, later }) => {
    const { ledger, intent } = broken(later, earlier);
    expect(codeOf(ledger.decide(intent))).toBe(earlier.code);
  });
});

describe('the same key', () => {
  test('with the same content is a duplicate that carries the first decision', () => {
    const ledger = openBooks();
    const intent = intentOf();
    ledger.submit(intent);
    const first = ledger.events.at(-1);
    expect(ledger.submit(intent)).toEqual({
      kind: 'duplicate',
      prior: {
        intentId: intent.intentId,
        idemKey: intent.idemKey,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        eventId: first?.eventId,
        eventHash: first?.eventHash,
        seq: first?.seq,
        status: 'executed',
        error: null,
        awaitingApproval: null,
      },
    });
    expect(ledger.events.at(-1)).toBe(first);
  });

  const same: readonly (readonly [string, (i: ExecuteIntent) => Partial<ExecuteIntent>])[] = [
    ['another intent id', () => ({ intentId: 'another' })],
    ['another actor', () => ({ actor: member })],
    ['another consent', () => ({ consent: { scope: ['x'], grantedAt: '2026-01-01T00:00:00Z', expiresAt: '2027-01-01T00:00:00Z' } })],
    ['another snapshot', () => ({ fxSnapshotId: 'nowhere' })],
    ['a signature', () => ({ signature: 's', signatureCheck: { is: 'invalid' } })],
    ['another request text', () => ({ request: { any: 'thing' } })],
    ['accounts by id instead of code', (i) => ({ rows: i.rows.map((r) => ({ ...r, debit: idOf(r.debit), credit: idOf(r.credit) })) })],
    ['codes in lower case', (i) => ({ rows: i.rows.map((r) => ({ ...r, debit: 'a', credit: 'b' })) })],
  ];
  test.each(same)('with %s is still the same act', (_what, change) => {
    const ledger = openBooks();
    const intent = intentOf();
    ledger.submit(intent);
    expect(codeOf(ledger.decide({ ...intent, ...change(intent) }))).toBe('duplicate');
  });

  const other: readonly (readonly [string, (i: ExecuteIntent) => Partial<ExecuteIntent>])[] = [
    ['another amount', () => ({ rows: [rowOf('A', 'B', '10.00000001')] })],
    ['the opposite amount', () => ({ rows: [rowOf('A', 'B', '-10')] })],
    ['the sides swapped', () => ({ rows: [rowOf('B', 'A', '10')] })],
    ['another account', () => ({ rows: [rowOf('A', 'OLD', '10')] })],
    ['another currency', () => ({ rows: [rowOf('A', 'B', '10', { currency: 'EUR' })] })],
    ['another value date', () => ({ valueDate: '2026-06-14' })],
    ['another value date of a row', () => ({ rows: [rowOf('A', 'B', '10', { valueDate: '2026-06-14' })] })],
    ['another narrative', () => ({ rows: [rowOf('A', 'B', '10', { narrative: 'x' })] })],
    ['another use case', () => ({ useCase: 'other' })],
    ['other constraints', () => ({ constraints: { require_available: true } })],
    ['a row more', (i) => ({ rows: [...i.rows, rowOf('A', 'B', '1')] })],
  ];
  test.each(other)('with %s is a conflict', (_what, change) => {
    const ledger = openBooks();
    const intent = intentOf();
    ledger.submit(intent);
    expect(codeOf(ledger.decide({ ...intent, ...change(intent) }))).toBe('IDEMPOTENCY_CONFLICT');
  });
  test('with the rows in another order is a conflict', () => {
    const ledger = openBooks();
    const intent = intentOf({ rows: [rowOf('A', 'B', '1'), rowOf('B', 'A', '2')] });
    ledger.submit(intent);
    expect(codeOf(ledger.decide({ ...intent, rows: intent.rows.toReversed() }))).toBe('IDEMPOTENCY_CONFLICT');
  });
  test('after a rejection answers that rejection, also once its reason is gone', () => {
    const ledger = openBooks();
    const intent = intentOf({ rows: [rowOf('NEW', 'B', '10')] });
    expect(codeOf(ledger.submit(intent))).toBe('ACCOUNT_NOT_FOUND');
    ledger.submit({
      type: 'account.create',
      actor: member,
      id: idOf('NEW'),
      code: 'NEW',
      currency: 'USD',
      kind: 'operational',
      externalRef: null,
      entityId: null,
      glAccountId: idOf('1000'),
      floor: 'none',
    });
    expect(ledger.decide(intent)).toMatchObject({ kind: 'duplicate', prior: { status: 'rejected', error: 'ACCOUNT_NOT_FOUND' } });
    expect(codeOf(ledger.decide({ ...intent, rows: [rowOf('NEW', 'B', '11')] }))).toBe('IDEMPOTENCY_CONFLICT');
    expect(codeOf(ledger.decide(intentOf({ rows: intent.rows })))).toBe('intent.executed');
  });
  test('answers the same while the organisation is read-only', () => {
    const ledger = openBooks();
    const intent = intentOf();
    ledger.submit(intent);
    ledger.state.readOnly = true;
    expect(codeOf(ledger.decide(intent))).toBe('duplicate');
  });
});

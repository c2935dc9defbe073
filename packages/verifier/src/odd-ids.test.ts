// Ids are compared as texts, whatever is in them: two texts beside each other never stand for two others.

import { hash } from 'node:crypto';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { lock, period, startClosing, USER } from '@countinghouse/testkit/made-events';
import { accountOf, executed, MadeLog, rowOf } from '@countinghouse/testkit/made-log';
import { after, verify } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';

/** Accounts of which each two, one behind the other with this between them, read like the other two. */
function logOf(between: string): { readonly made: MadeLog; readonly pairs: readonly (readonly [string, string])[] } {
  const made = new MadeLog();
  const pairs = [
    ['a', `b${between}c`],
    [`a${between}b`, 'c'],
  ] as const;
  for (const [i, id] of pairs.flat().entries()) made.append('account.created', accountOf(id, `ODD${i}`));
  return { made, pairs };
}
const between = ([debit_account_id, credit_account_id]: readonly [string, string]) => rowOf({ debit_account_id, credit_account_id });

test('a reversal of other accounts is no mirror', async () => {
  const { made, pairs } = logOf('|');
  const [[a, bc], [ab, c]] = pairs as readonly [readonly [string, string], readonly [string, string]];
  made.append('intent.executed', executed('first', { rows: [between([a, bc])] }));
  const seq = made.seq;
  made.append('intent.executed', executed('back', { rows: [between([c, ab])], reverses: { intent_id: 'first', seq } }));
  expect((await verify(after(made))).fault).toMatchObject({ code: 'reversal' });
});

test('a capture from other accounts is none of what is held', async () => {
  const { made, pairs } = logOf(' ');
  const [of, other] = pairs.map(between);
  const place = { action: 'place', expires_at: '2026-02-07T12:00:00.000000Z', rows: [of ?? {}] };
  made.append('intent.executed', executed('held', { rows: [], hold: place }));
  made.append('intent.executed', executed('taken', { rows: [other ?? {}], hold: { action: 'capture', intent_id: 'held' } }));
  expect((await verify(after(made))).fault).toMatchObject({ code: 'hold' });
});

test('a sealed line of one GL account is not the lines of two', async () => {
  const made = new MadeLog();
  const ids = ['x', 'y'] as const;
  for (const id of ids) made.append('account.created', { ...accountOf(id, id), gl_account_id: id });
  made.append('intent.executed', executed('i', { rows: [between(ids)] }));
  const drafted = new MadeLog();
  lock(drafted, '0.00000000');
  const sealed = JSON.parse(String(drafted.lines.findLast((line) => line['kind'] === 'event')?.['payload']));
  const lineOf = (gl_account_id: string, balance: string) => ({ gl_account_id, code: '1', title: 'T', currency: 'EUR', balance });
  const opened = made.lines.flatMap(({ payload }) => (String(payload).includes('"gl_account_id"') ? [JSON.parse(String(payload))] : []));
  const balances: Readonly<Record<string, string>> = { x: '12.50000000', y: '-12.50000000' };
  const accounts = opened.map(({ id, code, currency }) => ({ account_id: id, balance: balances[id] ?? '0.00000000', code, currency }));
  const verdictOf = async (isAgain: boolean, ...lines: readonly ReturnType<typeof lineOf>[]) => {
    if (isAgain) made.append('period.reopened', { ...period, asked_by: USER, reason: 'r' });
    else startClosing(made);
    const all = [lineOf(opened[0].gl_account_id, '0.00000000'), ...lines];
    const sums = { count: accounts.length, sha256: hash('sha256', canonicalize(accounts)) };
    made.append('period.locked', {
      ...sealed,
      trial_balance: {
        ...sealed.trial_balance,
        known_at_seq: made.seq,
        lines: all,
        sha256: hash('sha256', canonicalize(all)),
        accounts: sums,
      },
    });
    return (await verify(after(made))).fault;
  };
  expect(await verdictOf(false, lineOf('x', '12.50000000'), lineOf('y', '-12.50000000'))).toBe(null);
  expect(await verdictOf(true, lineOf('x EUR 12.50000000\ny', '-12.50000000'))).toMatchObject({ code: 'trial_balance' });
});

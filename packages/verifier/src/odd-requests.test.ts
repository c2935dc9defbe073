// What a log says that is nowhere near what it should say is a fault, and no end of the verifier.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { executed, MadeLog, TENANT } from '@countinghouse/testkit/made-log';
import { after, request, verify } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';
import { NoPolicy, parsePolicy } from './policy.js';

const asking = (more: JsonObject): string => {
  const made = new MadeLog();
  made.append('intent.executed', executed('i', { request: { ...request, ...more } }));
  return after(made);
};

test.each<JsonObject>([
  { proposed_actions: [null] },
  { proposed_actions: ['x'] },
  { proposed_actions: [[]] },
  { proposed_actions: { length: 1 } },
  { tenant_id: null },
  { tenant_id: [TENANT] },
  { use_case: ['capture'] },
  { proposed_actions: [{ debitAccount: 'a0', creditAccount: ['A1'], amount: '12.5', currency: 'EUR', narrative: 'n' }] },
  { proposed_actions: [{ debitAccount: 'a0', creditAccount: 'A1', amount: 12.5, currency: 'EUR', narrative: 'n' }] },
  { proposed_actions: [{ debitAccount: 'a0', creditAccount: 'A1', amount: '12.5', currency: ['EUR'], narrative: 'n' }] },
  { proposed_actions: [{ debitAccount: 'a0', creditAccount: 'A1', amount: '12.5', currency: 'EUR', narrative: ['n'] }] },
])('a request with %j is not what was posted', async (more) => {
  expect((await verify(asking(more))).fault).toMatchObject({ seq: 5, code: 'as_asked' });
});

test.each(['constructor', 'toString', '__proto__'])('a line “%s” begins no line of a policy', (word) => {
  expect(() => parsePolicy(`${word} x\n`)).toThrow(NoPolicy);
});

import { ACCOUNTS, accountOf, executed, MadeLog, rowOf } from '@countinghouse/testkit/made-log';
import { after, request, verify } from '@countinghouse/testkit/verified';
import { expect, test } from 'vitest';

const GIRO = '00000000-0000-4000-8000-0000000000aa';
const IBAN = 'DE89370400440532013000';

/** A log with an account that is called by an IBAN, in words or by their token, and an intent that names it so. */
function logOf(reference: object, debitAccount: string): MadeLog {
  const made = new MadeLog();
  made.append('account.created', { ...accountOf(GIRO, 'GIRO'), ...reference });
  const asked = { debitAccount, creditAccount: ACCOUNTS[1] ?? '', amount: '12.5', currency: 'EUR', narrative: 'n' };
  made.append(
    'intent.executed',
    executed('i', { request: { ...request, proposed_actions: [asked] }, rows: [rowOf({ debit_account_id: GIRO })] }),
  );
  return made;
}
const beside = { external_ref: null, external_ref_token: `pii_${'0'.repeat(43)}` };

test.each([
  ['in the clear by its words', { external_ref: IBAN }, IBAN],
  ['as a token by its id', beside, GIRO],
  ['as a token by its code', beside, 'giro'],
])('an account whose reference is %s is what was asked for', async (_how, reference, name) => {
  expect((await verify(after(logOf(reference, name)))).fault).toBe(null);
});

test.each([IBAN, beside.external_ref_token, ''])(
  'one whose reference is a token is not what was asked for by %j: nobody can tell from the log',
  async (name) => {
    expect((await verify(after(logOf(beside, name)))).fault).toMatchObject({ code: 'as_asked' });
  },
);

import type { AccountWaits } from '@countinghouse/contract/features/interest';

/** Why interest does not go on, and what to do. */
export const waitsWords: Readonly<Record<AccountWaits, string>> = {
  NO_COUNTER_ACCOUNT: 'Nothing accrues until a counter account is chosen.',
  COUNTER_ACCOUNT_CLOSED: 'The counter account is closed. Re-open it or choose another one.',
  COUNTER_ENTITY_INACTIVE: 'The entity of the counter account is not active. Reactivate it, or choose another account.',
  TENANT_READONLY: 'The organisation is read-only. Interest catches up once it is reactivated.',
  ACCOUNT_CLOSED: 'The account is closed. Re-open it, and its interest goes on.',
  ENTITY_INACTIVE: 'The entity of the account is not active. Reactivate it, and its interest goes on.',
  CURRENCY_NOT_ALLOWED: 'The currency of the account is not allowed any more. Allow it again, and its interest goes on.',
  CODE_TAKEN:
    'An account of another kind has the code that the account for its interest needs. Put the account into a bucket on another GL account.',
  SISTER_CLOSED: 'An account that its interest is posted to is closed. Re-open it, and the interest goes on.',
};

import { expect, test } from 'vitest';
import { type Had, stepsOf } from './steps.ts';

const nothing: Had = { glAccounts: 0, accountCurrencies: [], reportingCurrency: 'EUR', rates: 0, intents: 0, people: 1 };
const statesOf = (had: Partial<Had>): string =>
  Object.entries(stepsOf({ ...nothing, ...had }))
    .map(([name, { state, after }]) => `${name} ${state}${after === null ? '' : ` after ${after}`}`)
    .join(', ');

test('an empty organisation begins with its chart; accounts and postings wait for what they stand on', () => {
  expect(statesOf({})).toBe('chart now, accounts blocked after 1, rates open, posting blocked after 2, person open');
});

test('one account is not enough to post between', () => {
  expect(statesOf({ glAccounts: 30, accountCurrencies: ['EUR'] })).toBe(
    'chart done, accounts now, rates open, posting blocked after 2, person open',
  );
});

test('rates are needed once an account is in another currency than the reports', () => {
  expect(statesOf({ glAccounts: 30, accountCurrencies: ['EUR', 'EUR'] })).toBe(
    'chart done, accounts done, rates done, posting now, person open',
  );
  expect(statesOf({ glAccounts: 30, accountCurrencies: ['EUR', 'USD'] })).toBe(
    'chart done, accounts done, rates now, posting open, person open',
  );
  expect(statesOf({ glAccounts: 30, accountCurrencies: ['EUR', 'USD'], rates: 1 })).toBe(
    'chart done, accounts done, rates done, posting now, person open',
  );
});

test('steps may be done in another order, and all of them are done in the end', () => {
  expect(statesOf({ people: 2 })).toBe('chart now, accounts blocked after 1, rates open, posting blocked after 2, person done');
  expect(statesOf({ glAccounts: 1, accountCurrencies: ['EUR', 'EUR'], intents: 1, people: 2 })).toBe(
    'chart done, accounts done, rates done, posting done, person done',
  );
});

import { describe, expect, test } from 'vitest';
import { NewAccount } from './features/accounts.ts';
import { NewEntity } from './features/entities.ts';
import { NewGlAccount } from './features/gl-accounts.ts';
import { NewBucket } from './features/interest.ts';
import { Currency } from './fields.ts';

/** Letters whose capitals are ASCII ones: ß, long s, dotless i, ligatures. */
const becomeOthers = ['ßx', 'aſ', 'aı', 'ﬁx', 'aﬆ'] as const;
const codes = {
  account: NewAccount.shape.code,
  'GL account': NewGlAccount.shape.code,
  entity: NewEntity.shape.code,
  'interest bucket': NewBucket.shape.code,
};

describe.each(Object.entries(codes))('the code of an %s', (_, schema) => {
  test('is kept in capitals', () => expect(schema.parse(' ab-1.c_d ')).toBe('AB-1.C_D'));
  test.each(becomeOthers)('is not what %j comes to in capitals', (typed) => expect(schema.safeParse(typed).success).toBe(false));
});

test('a code is no longer than what was typed', () => {
  expect(NewGlAccount.shape.code.safeParse('ß'.repeat(16)).success).toBe(false);
});

test.each(['uſd', 'ıqd', 'ﬀx'])('the currency %j is none', (typed) => expect(Currency.safeParse(typed).success).toBe(false));
test('a currency is typed in small letters too', () => expect(Currency.parse(' usd ')).toBe('USD'));

import { expect, test } from 'vitest';
import { routeOf } from './words.ts';

test('its accounts are those of the first row; a row that names an account that is not there has no route', () => {
  expect(routeOf({ debit_code: 'BANK', credit_code: 'SALES', rows: 2 })).toEqual({ debit: 'BANK', credit: 'SALES', more: 1 });
  expect(routeOf({ debit_code: null, credit_code: 'SALES', rows: 1 })).toBeNull();
});

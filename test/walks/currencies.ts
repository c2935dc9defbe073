import { currencies } from '@countinghouse/contract/features/currencies';
import { inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

let currenciesAsked = 0;
/** A currency that the books may not have yet. */
function freshCurrency(): string {
  const codes = ['JPY', 'CHF', 'GBP', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
  currenciesAsked += 1;
  return codes[currenciesAsked % codes.length] ?? '';
}

export const walk: Walk = {
  isolation: {
    tenantList: nothing,
    all: nothing,
    add: { own: () => ({ body: { code: freshCurrency() } }) },
    remove: {
      own: async (o) => {
        await o.owner.call(currencies.add, { body: { code: 'JPY' } }, inOwn(o));
        return { body: { code: 'JPY' } };
      },
    },
  },
  malformed: [
    { title: 'a currency', route: currencies.add, body: () => ({ code: 'JPY' }) },
    { title: 'the end of a currency', route: currencies.remove, body: () => ({ code: 'CHF' }) },
  ],
};

import { randomUUID } from 'node:crypto';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import type { Sent } from './body-books.ts';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** Lists of which no two are alike, whatever is put in one place of one: a list that is as it was before is no event. */
export const networksOf = (...networks: readonly string[]) => ({
  networks: networks.map((network) => ({ network, note: `Office ${randomUUID()}` })),
});
/** Everybody is let in, by a list that is not empty. */
const everywhere = () => networksOf('0.0.0.0/0', '::/0');

/** The empty list is the one that was there, since it comes before all others that are done. */
export function eventsOfNetworks({ text }: Sent): number {
  const { networks } = JSON.parse(String(text)) as { readonly networks: readonly unknown[] };
  return networks.length === 0 ? 0 : 1;
}

export const walk: Walk = {
  isolation: {
    get: nothing,
    change: { own: () => ({ body: everywhere() }) },
  },
  malformed: [{ title: 'an allow list', route: allowLists.change, body: everywhere, events: eventsOfNetworks }],
};

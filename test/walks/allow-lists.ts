import { allowLists } from '@countinghouse/contract/features/allow-lists';
import type { Sent } from './body-books.ts';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

interface Typed {
  readonly networks: readonly { readonly network: string; readonly note?: string | null }[];
}

/** Everybody is let in, by a list that is not empty. */
const everywhere = () => ({
  networks: [
    { network: '0.0.0.0/0', note: 'Any IPv4 address' },
    { network: '::/0', note: null },
  ],
});

/** A list that is as it was before is no event. */
export function eventsOfNetworks(): (sent: Sent) => number {
  let held = '[]';
  return ({ text }) => {
    const { networks } = JSON.parse(String(text)) as Typed;
    const next = JSON.stringify(networks.map(({ network, note }) => [network.trim(), note?.trim() ?? '']));
    const isNew = next !== held;
    held = next;
    return isNew ? 1 : 0;
  };
}

export const walk: Walk = {
  isolation: {
    get: nothing,
    change: { own: () => ({ body: everywhere() }) },
  },
  malformed: [{ title: 'an allow list', route: allowLists.change, body: everywhere, events: eventsOfNetworks() }],
};

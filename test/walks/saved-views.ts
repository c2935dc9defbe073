import { randomUUID } from 'node:crypto';
import { savedViews } from '@countinghouse/contract/features/saved-views';
import type { Person } from '@countinghouse/testkit/test-server';
import { type Books, inOwn, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const view = (name = 'Mine') => ({ list: 'accounts', name, search: { q: 'cash', sort: '-code' } });
/** A program has none. */
const viewOf = async (o: Books, caller: Pick<Person, 'call'> = o.owner): Promise<string> => {
  const { status, body } = await caller.call(savedViews.save, { body: view(o.secrets[0]?.slice(0, 40)) }, inOwn(o));
  return status === 200 ? body.view.id : randomUUID();
};

export const walk: Walk = {
  object: (o) => viewOf(o),
  isolation: {
    list: nothing,
    save: { own: () => ({ body: view() }), naming: () => [] },
    remove: {
      own: async (o, caller) => ({ params: { id: await viewOf(o, caller) } }),
      naming: (_o, _of, id) => [[{ params: { id } }, 'NOT_FOUND']],
    },
  },
  malformed: [{ title: 'a saved view', route: savedViews.save, body: () => view(), events: () => 0 }],
};

import { randomUUID } from 'node:crypto';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import type { Sent } from './body-books.ts';
import { type Input, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const glBody = (more: object = {}): Input => ({
  body: { code: someCode(), title: 'GL', class: 'A', normalBalance: 'DR', ...more },
});

/** The same title again changes nothing. */
function eventsOfTitle(): (sent: Sent) => number {
  let held: string | null = null;
  return ({ text }) => {
    const title = (JSON.parse(String(text)) as { readonly title?: string }).title?.trim() ?? held;
    const isNew = title !== held;
    held = title;
    return isNew ? 1 : 0;
  };
}

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: {
      own: (o) => glBody({ parentId: o.glAccountId }),
      naming: (_o, of) => [[glBody({ parentId: of.glAccountId }), 'GL_ACCOUNT_NOT_FOUND']],
    },
    useStandardChart: { ...nothing, proposed: 200 },
    change: {
      own: (o) => ({ params: { id: o.glAccountId }, body: { title: `Cash ${randomUUID()}` } }),
      naming: (o, of) => [
        [{ params: { id: of.glAccountId }, body: { title: 'x' } }, 'NOT_FOUND'],
        [{ params: { id: o.glAccountId }, body: { parent_id: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
      ],
    },
    delete: {
      own: async (o) => ({ params: { id: (await o.owner.call(glAccounts.create, glBody() as never)).body.gl.id } }),
      naming: (_o, of) => [[{ params: { id: of.glAccountId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a change of a GL account',
      route: glAccounts.change,
      params: (o) => ({ id: o.glAccountId }),
      body: () => ({ title: 'Cash at hand', parent_id: null }),
      events: eventsOfTitle(),
    },
    {
      title: 'a GL account',
      route: glAccounts.create,
      body: (o) => ({ code: randomUUID().slice(0, 8), title: 'GL', class: 'A', normalBalance: 'DR', parentId: o.glAccountId }),
    },
  ],
};

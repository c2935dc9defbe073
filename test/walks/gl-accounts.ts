import { randomUUID } from 'node:crypto';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { type Input, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const glBody = (more: object = {}): Input => ({
  body: { code: someCode(), title: 'GL', class: 'A', normalBalance: 'DR', ...more },
});

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: {
      own: (o) => glBody({ parentId: o.glAccountId }),
      naming: (_o, of) => [[glBody({ parentId: of.glAccountId }), 'GL_ACCOUNT_NOT_FOUND']],
    },
    useStandardChart: nothing,
    delete: {
      own: async (o) => ({ params: { id: (await o.owner.call(glAccounts.create, glBody() as never)).body.gl.id } }),
      naming: (_o, of) => [[{ params: { id: of.glAccountId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a GL account',
      route: glAccounts.create,
      body: (o) => ({ code: randomUUID().slice(0, 8), title: 'GL', class: 'A', normalBalance: 'DR', parentId: o.glAccountId }),
    },
  ],
};

import { randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { none } from './body-books.ts';
import { byEntity, inOwn, waitingIn } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { status: 'pending' } }) },
    get: {
      own: (o) => ({ params: { id: o.approvalId } }),
      naming: (_o, of) => [[{ params: { id: of.approvalId } }, 'NOT_FOUND']],
    },
    approve: {
      own: async (o) => ({ params: { id: await waitingIn(o) }, body: {} }),
      naming: (_o, of) => [[{ params: { id: of.approvalId }, body: {} }, 'NOT_FOUND']],
    },
    approveSeen: {
      own: async (o) => {
        const id = await waitingIn(o);
        const { approval } = (await o.owner.call(approvals.get, { params: { id } }, inOwn(o))).body;
        return { params: { id }, body: { payload_hash: approval.payload_hash } };
      },
      naming: (_o, of) => [[{ params: { id: of.approvalId }, body: { payload_hash: 'f'.repeat(64) } }, 'NOT_FOUND']],
    },
    reject: {
      own: async (o) => ({ params: { id: await waitingIn(o) }, body: {} }),
      naming: (_o, of) => [[{ params: { id: of.approvalId }, body: {} }, 'NOT_FOUND']],
    },
    withdraw: {
      own: async (o) => ({ params: { id: await waitingIn(o, o.owner) } }),
      naming: (_o, of) => [[{ params: { id: of.approvalId } }, 'NOT_FOUND']],
      ofOwner: true,
    },
    fourEyes: { own: () => ({ body: { on: false } }) },
  },
  malformed: [
    {
      title: 'an approval',
      route: approvals.approve,
      params: () => ({ id: randomUUID() }),
      body: () => ({ comment: 'c', payload_hash: 'f'.repeat(64) }),
      events: none,
    },
    {
      title: 'an approval of what was seen',
      route: approvals.approveSeen,
      params: () => ({ id: randomUUID() }),
      body: () => ({ comment: 'c', payload_hash: 'f'.repeat(64) }),
      events: none,
    },
    { title: 'a rejection', route: approvals.reject, params: () => ({ id: randomUUID() }), body: () => ({ reason: 'r' }), events: none },
    { title: 'four eyes', route: approvals.fourEyes, body: () => ({ on: true }), events: none },
  ],
};

import { randomUUID } from 'node:crypto';
import { interest } from '@countinghouse/contract/features/interest';
import { FAR_DAY, freshDay, isEmpty } from './body-books.ts';
import { farDay, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    settings: nothing,
    change: {
      own: () => ({ body: { day_count: '30/360' } }),
      naming: (_o, of) => [[{ body: { counter_account_id: of.accountId } }, 'VALIDATION_ERROR']],
    },
    buckets: nothing,
    create: {
      own: (o) => ({ body: { code: someCode(), rate: '1', effective_on: farDay(), accrued_gl_id: o.glAccountId } }),
      naming: (_o, of) => [
        [{ body: { code: someCode(), rate: '1', effective_on: farDay(), accrued_gl_id: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
      ],
    },
    addRate: {
      own: (o) => ({ params: { id: o.bucketId }, body: { rate: '2', effective_on: farDay() } }),
      naming: (_o, of) => [[{ params: { id: of.bucketId }, body: { rate: '2', effective_on: farDay() } }, 'NOT_FOUND']],
    },
    setBucket: {
      own: (o) => ({ params: { id: o.cash }, body: { bucket_id: o.bucketId, effective_on: farDay() } }),
      naming: (o, of) => [
        [{ params: { id: of.accountId }, body: { bucket_id: o.bucketId } }, 'NOT_FOUND'],
        [{ params: { id: o.cash }, body: { bucket_id: of.bucketId } }, 'VALIDATION_ERROR'],
      ],
    },
    accounts: nothing,
    explain: {
      own: (o) => ({ params: { id: o.accountId } }),
      naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'how interest is reckoned',
      route: interest.change,
      body: (o) => ({ day_count: '30/360', counter_account_id: o.cash }),
      events: ({ text }) => (isEmpty(text) ? 0 : 1),
    },
    {
      title: 'the bucket of an account',
      route: interest.setBucket,
      params: (o) => ({ id: o.spare }),
      body: (o) => ({ bucket_id: o.bucketId, effective_on: FAR_DAY }),
    },
    {
      title: 'an interest bucket',
      route: interest.create,
      body: (o) => ({ code: randomUUID().slice(0, 8), rate: '3.25', effective_on: FAR_DAY, accrued_gl_id: o.glAccountId }),
      events: () => 2,
    },
    {
      title: 'a rate of an interest bucket',
      route: interest.addRate,
      params: (o) => ({ id: o.bucketId }),
      body: () => ({ rate: '3.25', effective_on: freshDay() }),
    },
  ],
};

import { randomUUID } from 'node:crypto';
import { sessions } from '@countinghouse/contract/features/sessions';
import { none } from './body-books.ts';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    revoke: {
      own: () => ({ params: { id: randomUUID() } }),
      naming: (_o, of) => [[{ params: { id: of.sessionId } }, 'NOT_FOUND']],
      status: 404,
    },
    revokeOthers: empty,
  },
  malformed: [{ title: 'the end of other sessions', route: sessions.revokeOthers, body: () => ({}), events: none }],
};

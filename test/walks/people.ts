import { randomUUID } from 'node:crypto';
import { people } from '@countinghouse/contract/features/people';
import { none } from './body-books.ts';
import { inOwn, nothing, someEmail } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    members: nothing,
    names: nothing,
    invites: nothing,
    invite: { own: () => ({ body: { email: someEmail() } }) },
    revokeInvite: {
      own: async (o) => ({
        params: { id: (await o.owner.call(people.invite, { body: { email: someEmail() } }, inOwn(o))).body.invite.id },
      }),
      naming: (_o, of) => [[{ params: { id: of.inviteId } }, 'INVITE_NOT_FOUND']],
    },
    // The token was mailed to somebody else than whoever asks.
    acceptInvite: { own: async (o) => ({ body: { token: await o.invite(someEmail()) } }) },
    changeRole: {
      own: (o) => ({ params: { id: o.memberId }, body: { role: 'owner' } }),
      naming: (_o, of) => [[{ params: { id: of.memberId }, body: { role: 'owner' } }, 'NOT_FOUND']],
    },
    removeMember: {
      own: async (o) => ({ params: { id: (await o.member()).id } }),
      naming: (_o, of) => [[{ params: { id: of.memberId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    { title: 'an invitation', route: people.invite, body: () => ({ email: `${randomUUID()}@example.test`, role: 'member' }) },
    {
      title: 'the acceptance of an invitation',
      route: people.acceptInvite,
      body: () => ({ token: 'x', new_password: 'a long enough password' }),
      events: none,
    },
    { title: 'a new role', route: people.changeRole, params: (o) => ({ id: o.memberId }), body: () => ({ role: 'owner' }) },
  ],
};

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { none, type Sent } from './body-books.ts';
import { byEntity, empty, inOwn, nothing, someCode } from './isolation-books.ts';
import type { Walk } from './walk.ts';

/** The same party again changes nothing. */
function eventsOfParty(): (sent: Sent) => number {
  let held: string | null = null;
  return ({ text }) => {
    const { party_id } = JSON.parse(String(text)) as { readonly party_id: string | null };
    const next = party_id?.toLowerCase() ?? null;
    const isNew = next !== held;
    held = next;
    return isNew ? 1 : 0;
  };
}

/** The same floor again changes nothing. */
function eventsOfFloor(): (sent: Sent) => number {
  let held: bigint | null = null;
  return ({ text }) => {
    const { floor_minor } = JSON.parse(String(text)) as { readonly floor_minor: string | null };
    const next = floor_minor === null ? null : BigInt(floor_minor);
    const isNew = next !== held;
    held = next;
    return isNew ? 1 : 0;
  };
}

/** The same rules again change nothing. */
function eventsOfRules(): (sent: Sent) => number {
  let held = '[]';
  return ({ text }) => {
    const next = JSON.stringify((JSON.parse(String(text)) as { readonly rules: unknown }).rules);
    const isNew = next !== held;
    held = next;
    return isNew ? 1 : 0;
  };
}

export const walk: Walk = {
  isolation: {
    list: { ...empty, ...byEntity({ body: {} }) },
    search: {
      own: (o) => ({ query: { gl_account: o.glAccountId } }),
      naming: (_o, of) => [
        [{ query: { gl_account: of.glAccountId } }, 'NOT_FOUND'],
        [{ query: { entity: of.entityId } }, 'NOT_FOUND'],
      ],
    },
    create: {
      own: (o) => ({ body: { code: someCode(), ledgerAccountId: o.glAccountId } }),
      naming: (o, of) => [
        [{ body: { code: someCode(), ledgerAccountId: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
        [{ body: { code: someCode(), ledgerAccountId: o.glAccountId }, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
      ],
    },
    open: {
      own: (o) => ({ body: { code: someCode(), gl_account: o.glAccountId } }),
      naming: (o, of) => [
        [{ body: { code: someCode(), gl_account: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
        [{ body: { code: someCode(), gl_account: o.glAccountId, entity: of.entityId } }, 'NOT_FOUND'],
        [{ body: { code: someCode(), gl_account: o.glAccountId, party_id: of.partyId } }, 'PARTY_NOT_FOUND'],
      ],
    },
    change: {
      own: (o) => ({ params: { id: o.accountId }, body: { title: 'Till' } }),
      naming: (o, of) => [
        [{ params: { id: of.accountId }, body: { title: 'Till' } }, 'NOT_FOUND'],
        [{ params: { id: o.accountId }, body: { gl_account: of.glAccountId } }, 'GL_ACCOUNT_NOT_FOUND'],
      ],
    },
    setFloor: {
      own: (o) => ({ params: { id: o.accountId }, body: { floor_minor: '-500' } }),
      naming: (_o, of) => [[{ params: { id: of.accountId }, body: { floor_minor: '0' } }, 'NOT_FOUND']],
    },
    openingRules: nothing,
    setOpeningRules: {
      own: (o) => ({ body: { rules: [{ prefix: someCode(), gl_account: o.glAccountId }] } }),
      naming: (o, of) => [
        [{ body: { rules: [{ prefix: 'W:', gl_account: of.glAccountId }] } }, 'GL_ACCOUNT_NOT_FOUND'],
        [{ body: { rules: [{ prefix: 'W:', gl_account: o.glAccountId, entity: of.entityId }] } }, 'NOT_FOUND'],
      ],
    },
    get: {
      own: (o) => ({ params: { id: o.accountId } }),
      naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
    },
    close: {
      own: async (o) => ({ params: { id: await o.account(someCode().toUpperCase()) }, body: {} }),
      naming: (_o, of) => [[{ params: { id: of.accountId }, body: {} }, 'NOT_FOUND']],
    },
    reopen: {
      own: async (o) => {
        const id = await o.account(someCode().toUpperCase());
        await o.owner.call(accounts.close, { params: { id }, body: {} }, inOwn(o));
        return { params: { id } };
      },
      naming: (_o, of) => [[{ params: { id: of.accountId } }, 'NOT_FOUND']],
    },
    setParty: {
      own: (o) => ({ params: { id: o.accountId }, body: { party_id: o.partyId } }),
      proposed: 200,
      naming: (o, of) => [
        [{ params: { id: of.accountId }, body: { party_id: null } }, 'NOT_FOUND'],
        [{ params: { id: o.accountId }, body: { party_id: of.partyId } }, 'PARTY_NOT_FOUND'],
      ],
    },
  },
  malformed: [
    {
      title: 'an account',
      route: accounts.create,
      body: (o) => ({
        code: randomUUID().slice(0, 8),
        currency: 'USD',
        ledgerAccountId: o.glAccountId,
        kind: 'operational',
        external_ref: 'x',
        floor: 'none',
        party_id: o.partyId,
        metadata: { team: 'treasury' },
      }),
    },
    {
      title: 'the end of an account',
      route: accounts.close,
      params: (o) => ({ id: o.spare }),
      body: () => ({ reason: 'r' }),
    },
    {
      title: 'the party of an account',
      route: accounts.setParty,
      params: (o) => ({ id: o.spare }),
      body: (o) => ({ party_id: o.partyId }),
      events: eventsOfParty(),
    },
    {
      title: 'an account of any length',
      route: accounts.open,
      body: (o) => ({
        code: `${randomUUID()}/${randomUUID().slice(0, 8)}`,
        title: 'Giro',
        currency: 'USD',
        gl_account: o.glAccountId,
        kind: 'operational',
        external_ref: 'x',
        floor_minor: '-500000',
        party_id: o.partyId,
        metadata: { team: 'treasury' },
      }),
    },
    {
      title: 'the title of an account',
      route: accounts.change,
      params: (o) => ({ id: o.spare }),
      body: () => ({ title: 'Till' }),
    },
    {
      title: 'the floor of an account',
      route: accounts.setFloor,
      params: (o) => ({ id: o.spare }),
      body: () => ({ floor_minor: '-500' }),
      events: eventsOfFloor(),
    },
    {
      title: 'rules of opening',
      route: accounts.setOpeningRules,
      body: (o) => ({
        rules: [
          {
            prefix: `W${randomUUID().slice(0, 8)}`,
            gl_account: o.glAccountId,
            currency: 'USD',
            kind: 'wallet',
            floor_minor: '0',
            entity: null,
          },
        ],
      }),
      events: eventsOfRules(),
    },
    { title: 'a list of accounts', route: accounts.list, body: () => ({ limit: 5 }), events: none },
  ],
};

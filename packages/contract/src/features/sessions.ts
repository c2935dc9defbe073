// Where the signed-in person is signed in.
import * as z from 'zod';
import { Done, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

export const AccountSession = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  created_at: z.string(),
  /** Exact to a minute. */
  last_seen_at: z.string(),
  /** Where it was begun from. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type AccountSession = z.output<typeof AccountSession>;

export const sessions = {
  list: route({
    method: 'GET',
    path: '/api/internal/account/sessions',
    summary: 'The sessions of the signed-in person, last seen first',
    needs: 'session',
    ok: z.object({ sessions: z.array(AccountSession) }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/internal/account/sessions/:id',
    summary: 'End one session: it is dead on its next request',
    needs: 'session',
    params: z.object({ id: Uuid }),
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
  revokeOthers: route({
    method: 'POST',
    path: '/api/internal/account/sessions/revoke-others',
    summary: 'End every session but this one',
    needs: 'session',
    body: z.strictObject({}),
    ok: z.object({ revoked: z.number().int() }),
  }),
} as const;

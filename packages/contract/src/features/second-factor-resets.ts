// A member has lost app and recovery codes, or every passkey: two owners agree, the member has a day to say that it is not so, then it is removed.
import * as z from 'zod';
import { Done } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';

/** How long the member has to stop it. Source: decision 0179. */
export const RESET_WAIT_SECONDS = 86_400;

export const SecondFactorReset = z.object({ user_id: z.string(), effective_at: z.string() });
export type SecondFactorReset = z.output<typeof SecondFactorReset>;

export const OwnReset = z.object({ tenant_id: z.string(), organisation: z.string(), effective_at: z.string() });
export type OwnReset = z.output<typeof OwnReset>;

export const secondFactorResets = {
  list: route({
    method: 'GET',
    path: '/api/internal/second-factor-resets',
    v1: { path: '/api/v1/second-factor-resets' },
    summary: 'Lost second factors of members that are to be removed, and from when on',
    needs: 'owner',
    ok: z.object({ resets: z.array(SecondFactorReset) }),
    codes: ['FORBIDDEN'],
  }),
  grant: route({
    method: 'POST',
    path: '/api/internal/second-factor-resets',
    summary: 'Ask that the lost second factor of a member be removed; waits until another owner approves it',
    needs: 'owner',
    body: z.strictObject({ user_id: z.string().min(1).max(64) }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'CANNOT_SELF_CHANGE', 'FOUR_EYES_NEEDS_OWNERS', 'SECOND_FACTOR_RESET_PENDING', 'CHANGE_PENDING', 'FORBIDDEN'],
  }),
  mine: route({
    method: 'GET',
    path: '/api/internal/account/second-factor-resets',
    summary: 'Where owners agreed to remove the second factor of the signed-in person',
    needs: 'session',
    ok: z.object({ resets: z.array(OwnReset) }),
  }),
  stop: route({
    method: 'POST',
    path: '/api/internal/account/second-factor-resets/stop',
    summary: 'Keep one’s second factor: what owners agreed to is not done',
    needs: 'session',
    body: z.strictObject({}),
    ok: z.object({ stopped: z.number().int() }),
  }),
} as const;

// Who signed in, and who tried to.
import * as z from 'zod';
import { limit } from '../fields.ts';
import { route } from '../wire.ts';

export const SIGN_INS_PAGE_SIZE = 50;
export const SIGN_INS_MAX = 500;
// Source: decision 0037.
export const SIGN_INS_KEPT_DAYS = 400;

export const SignInOutcome = z.enum(['signed_in', 'wrong_password', 'wrong_code', 'wrong_passkey', 'not_admitted', 'barred']);
export type SignInOutcome = z.output<typeof SignInOutcome>;

export const SignIn = z.object({
  id: z.string(),
  at: z.string(),
  person: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  outcome: SignInOutcome,
  address: z.string(),
  user_agent: z.string(),
});
export type SignIn = z.output<typeof SignIn>;

export const signIns = {
  list: route({
    method: 'GET',
    path: '/api/internal/sign-ins',
    v1: { path: '/api/v1/sign-ins' },
    summary: 'Recent sign-ins of members, and failed ones, newest first; of each member since they joined',
    needs: 'owner',
    query: z.strictObject({ failed: z.enum(['0', '1']).default('0'), limit: limit(SIGN_INS_MAX, SIGN_INS_PAGE_SIZE) }),
    ok: z.object({ sign_ins: z.array(SignIn) }),
    codes: ['FORBIDDEN'],
  }),
} as const;

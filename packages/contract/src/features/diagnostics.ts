// What the server knows of this very request: for a person whose sign-in or rights behave oddly.
import * as z from 'zod';
import { route } from '../wire.ts';
import { TenantRole } from './people.ts';

export const Diagnostics = z.object({
  session: z.object({
    id: z.string(),
    user_id: z.string(),
    email: z.string(),
    expires_at: z.string(),
    created_at: z.string(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
  }),
  /** Names of the cookies that arrived; never their values. */
  cookies: z.array(z.string()),
  tenant: z.object({
    id: z.string(),
    name: z.string(),
    role: TenantRole,
    capabilities: z.array(z.string()),
    read_only: z.boolean(),
    named_by: z.enum(['header', 'session', 'first']),
  }),
  entity: z.object({ id: z.string().nullable(), roles: z.array(z.object({ id: z.string(), code: z.string(), entity_role: z.string() })) }),
  server: z.object({ now: z.string(), version: z.string(), node: z.string(), postgres: z.string(), database_role: z.string() }),
  request: z.object({ id: z.string(), address: z.string(), host: z.string(), origin: z.string().nullable() }),
});
export type Diagnostics = z.output<typeof Diagnostics>;

export const diagnostics = {
  get: route({
    method: 'GET',
    path: '/api/internal/diagnostics',
    summary: 'What the server knows of this request',
    needs: 'admin',
    ok: Diagnostics,
    codes: ['FORBIDDEN'],
  }),
} as const;

// A session that a provider of an organisation vouched for, begun in the authentication library like every other, and marked as what it is.

import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

export const ssoSessionFields = {
  ssoTenantId: { type: 'string', required: false, input: false },
  ssoConnectionId: { type: 'string', required: false, input: false },
  ssoSecondFactor: { type: 'boolean', required: false, input: false },
} as const;

/** Called by the server alone: it has no address. */
const beginSsoSession = createAuthEndpoint.serverOnly(
  {
    method: 'POST',
    body: z.object({ userId: z.string(), tenantId: z.string(), connectionId: z.string(), secondFactor: z.boolean() }),
    requireHeaders: true,
  },
  async (ctx) => {
    const { userId, tenantId, connectionId, secondFactor } = ctx.body;
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(userId);
    if (user === null) throw new Error('the person of a session that is begun is not there');
    const marks = { ssoTenantId: tenantId, ssoConnectionId: connectionId, ssoSecondFactor: secondFactor, activeTenantId: tenantId };
    const session = await internalAdapter.createSession(userId, false, marks);
    await setSessionCookie(ctx, { session, user });
    return { id: user.id, email: user.email, name: user.name };
  },
);

export const ssoSessions = () => ({ id: 'sso-sessions', endpoints: { beginSsoSession } }) satisfies BetterAuthPlugin;

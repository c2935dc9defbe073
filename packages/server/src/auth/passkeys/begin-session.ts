// The session that a passkey begins, made by the authentication library as it makes its own: the same row, the same cookie. No address leads here;
// whoever calls it has verified what the passkey signed. It asks for no code: verifying its holder is the passkey's second factor.

import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

export const passkeySession = {
  id: 'passkey-session',
  endpoints: {
    beginPasskeySession: createAuthEndpoint(
      { method: 'POST', body: z.object({ userId: z.string(), passkeyId: z.string() }) },
      async (ctx): Promise<{ readonly sessionId: string }> => {
        const { userId, passkeyId } = ctx.body;
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(userId);
        if (user === null) throw new Error('a passkey of nobody');
        const session = await internalAdapter.createSession(userId, false, { passkeyId });
        await setSessionCookie(ctx, { session, user }, false);
        return { sessionId: session.id };
      },
    ),
  },
};

// Setting up, using and removing a second factor. Codes and secrets are the authentication library's; each try is a guess.

import { PASSWORD_LENGTH_MIN } from '@countinghouse/contract/features/auth';
import { secondFactors as contract } from '@countinghouse/contract/features/second-factors';
import { countPasskeys } from '@countinghouse/store/auth/passkeys';
import { findPeople, isEmailVerified } from '@countinghouse/store/auth/people';
import {
  deleteUsedCode,
  hasSecondFactor,
  insertUsedCode,
  isBegunTwice,
  listWithSecondFactor,
} from '@countinghouse/store/auth/second-factors';
import { listLastSignIns } from '@countinghouse/store/auth/sign-ins';
import { listMembers } from '@countinghouse/store/features/people/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { askAuth } from '../../auth/ask-auth.ts';
import { refusePasswordAlone } from '../../auth/prove-again.ts';
import { disableSecondFactor, findChallenged, proveCode, provePassword } from '../../auth/second-factor.ts';
import { guessToSignIn, recordSignIn } from '../../auth/sign-ins.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler, reading } from '../../route/route.ts';

// What the library answers.
const Enrolled = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const Renewed = z.object({ backupCodes: z.array(z.string()) });
const Verified = z.object({ user: z.object({ id: z.string(), email: z.string(), name: z.string() }) });

/** The token of the session that an answer begins. */
function tokenOf(reply: FastifyReply): string {
  const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const value = lines.map((line) => /session_token=([^;]+)/.exec(line)?.[1]).find((v) => v !== undefined);
  return decodeURIComponent(value ?? '').split('.')[0] ?? '';
}

export const get = handler(contract.get, async ({ caller }, { authPool, auth }) => {
  const { userId } = caller.session;
  if (!(await hasSecondFactor(authPool, userId))) return { active: false, recovery_codes_left: null };
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
  return { active: true, recovery_codes_left: backupCodes.length };
});

export const enrol = handler(contract.enrol, async ({ caller, input, request, reply }, services) => {
  // Else whoever signs up with somebody else's address shuts them out with a factor that they do not have.
  if (!(await isEmailVerified(services.authPool, caller.session.userId))) throw new Refusal('EMAIL_UNVERIFIED');
  await refusePasswordAlone(services.authPool, caller.session);
  const ask = () => askAuth(services, request, reply, input.body);
  const answer = await services.guesses.evaluate(request, caller.session.email, () =>
    ask().catch((error: unknown) => {
      // The other one made it: this one begins anew on it, as it would have a moment later.
      if (isBegunTwice(error)) return ask();
      throw error;
    }),
  );
  const { totpURI: uri, backupCodes } = Enrolled.parse(answer);
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', recovery_codes: backupCodes };
});

export const verify = handler(contract.verify, async ({ caller, input, request, reply }, services) => {
  const { code } = input.body;
  const email = caller === null ? await findChallenged(services.auth, request) : caller.session.email;
  if (email === null) throw new Refusal('SECOND_FACTOR_EXPIRED');
  if (caller !== null && (await hasSecondFactor(services.authPool, caller.session.userId))) throw new Refusal('SECOND_FACTOR_ACTIVE');
  if (caller !== null) await refusePasswordAlone(services.authPool, caller.session);
  const answer = await guessToSignIn(services, request, email, 'wrong_code', async () => {
    if (!(await insertUsedCode(services.authPool, email, code))) throw new Refusal('INVALID_CODE');
    return askAuth(services, request, reply, { code }).catch(async (error: unknown) => {
      await deleteUsedCode(services.authPool, email, code);
      throw caller !== null && error instanceof Refusal && error.code === 'SECOND_FACTOR_EXPIRED'
        ? new Refusal('SECOND_FACTOR_INACTIVE')
        : error;
    });
  });
  if (caller === null) await recordSignIn(services.authPool, request, email, 'signed_in');
  else {
    // From here on every session of the person was begun, or confirmed, with both.
    await services.sessions.revoke(caller.session.userId, { allButToken: tokenOf(reply) }, request);
    await services.sessions.settle([caller.session.id], request);
  }
  services.sessions.forgetSessions();
  services.guesses.trust(reply, email);
  return { user: Verified.parse(answer).user };
});

export const recover = handler(contract.recover, async ({ caller, input, request, reply }, services) => {
  const email = caller === null ? await findChallenged(services.auth, request) : null;
  if (email === null) throw new Refusal('SECOND_FACTOR_EXPIRED');
  const answer = await guessToSignIn(services, request, email, 'wrong_code', () => askAuth(services, request, reply, input.body));
  await recordSignIn(services.authPool, request, email, 'signed_in');
  services.sessions.forgetSessions();
  services.guesses.trust(reply, email);
  return { user: Verified.parse(answer).user };
});

export const renew = handler(contract.renew, async ({ caller, input, request, reply }, services) => {
  const { userId, email } = caller.session;
  const { password, code } = input.body;
  const answer = await services.guesses.evaluate(request, email, async () => {
    await provePassword(services.authPool, userId, password);
    await proveCode(services, request, email, code);
    return askAuth(services, request, reply, { password });
  });
  return { recovery_codes: Renewed.parse(answer).backupCodes };
});

export const disable = handler(contract.disable, async ({ caller, input, request }, services) => {
  const { userId, email } = caller.session;
  const { password, code } = input.body;
  await services.guesses.evaluate(request, email, async () => {
    const proven = await provePassword(services.authPool, userId, password);
    if (password.length < PASSWORD_LENGTH_MIN) throw new Refusal('LONGER_PASSWORD_REQUIRED');
    await proveCode(services, request, email, code);
    await disableSecondFactor(services.authPool, userId, proven);
  });
  services.sessions.forgetSessions();
  return { ok: true as const };
});

export const members = reading(contract.members, async ({ tenant }, { authPool, readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant.tenant_id }, (tx) => listMembers(tx, tenant.tenant_id));
  const ids = rows.map((r) => r.user_id);
  const [persons, active, keys, last] = [
    await findPeople(authPool, ids),
    await listWithSecondFactor(authPool, ids),
    await countPasskeys(authPool, ids),
    await listLastSignIns(authPool, ids),
  ];
  return {
    required: tenant.second_factor_required,
    members: rows.map(({ user_id: id, role }) => ({
      id,
      role,
      email: persons.get(id)?.email ?? '',
      name: persons.get(id)?.name ?? '',
      active: active.has(id),
      passkeys: keys.get(id) ?? 0,
      last_sign_in_at: last.get(id)?.toISOString() ?? null,
    })),
  };
});

export const secondFactorsHandlers: readonly Handler[] = [get, enrol, verify, recover, renew, disable, members];

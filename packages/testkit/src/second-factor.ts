// A person who has an authenticator app, and what its next code is: each opens once, so a test takes them in turn.

import { secondFactors } from '@countinghouse/contract/features/second-factors';
import type { Person } from './test-server.ts';
import { totp } from './totp.ts';

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** A code that is taken now and was not handed out before: at most two after the one that confirmed it. */
  next(): string;
}

/** Sets a second factor up. What the person calls afterwards goes under the session that the confirmation began: `who.adopt`. */
export async function enrol(who: Person): Promise<Authenticator> {
  const begun = await who.call(secondFactors.enrol, { body: { password: who.password } });
  if (begun.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(begun.body)}`);
  const { secret, recovery_codes } = begun.body;
  let step = -1;
  const next = (): string => {
    if (step > 1) throw new Error('no code is left that is taken now');
    const code = totp(secret, Date.now(), step);
    step += 1;
    return code;
  };
  const confirm = () => who.call(secondFactors.verify, { body: { code: next() } });
  let confirmed = await confirm();
  if (confirmed.status !== 200) {
    // Half a minute may have ended in between, and the code with it.
    step = -1;
    confirmed = await confirm();
  }
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(confirmed.body)}`);
  who.adopt(confirmed);
  return { secret, recoveryCodes: recovery_codes, next };
}

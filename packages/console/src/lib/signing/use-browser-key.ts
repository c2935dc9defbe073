// The key of this browser, as far as it counts: kept here, and ACTIVE in the organisation.

import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import type { IntentInput } from '@countinghouse/contract/features/intents';
import { type SigningKey, signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useQuery } from '@tanstack/react-query';
import { call } from '../calls/client.ts';
import { keyOf, q } from '../calls/query.ts';
import { useAct } from '../calls/use-write.ts';
import { useActiveTenant } from '../session/use-tenant.ts';
import { canHoldKeys, findBrowserKey, keepBrowserKey, makeBrowserKey, signIntent } from './browser-key.ts';

export interface BrowserKeyState {
  /** unsupported: not a secure context. retired: kept here, but no longer ACTIVE. */
  readonly status: 'loading' | 'unsupported' | 'none' | 'retired' | 'ready';
  readonly kid: string | null;
  /** What the organisation knows of it. */
  readonly known: SigningKey | null;
  /** Signs with it; throws where there is none that counts. */
  readonly sign: (intent: IntentInput) => Promise<string>;
}

function useScope(): { readonly tenantId: string; readonly userId: string } {
  const tenantId = useActiveTenant()?.id ?? '';
  const userId = useQuery(q(auth.session)).data?.user?.id ?? '';
  return { tenantId, userId };
}

export function useBrowserKey(): BrowserKeyState {
  const { tenantId, userId } = useScope();
  const kept = useQuery({
    queryKey: [...keyOf(signingKeys), 'browser', tenantId, userId],
    queryFn: () => findBrowserKey(tenantId, userId),
    enabled: tenantId !== '' && userId !== '',
  });
  const registered = useQuery(q(signingKeys.list)).data?.keys;
  const own = kept.data ?? null;
  const known = registered?.find((k) => k.kid === own?.kid) ?? null;
  const status = !canHoldKeys()
    ? 'unsupported'
    : kept.isPending || registered === undefined
      ? 'loading'
      : own === null
        ? 'none'
        : known?.active === true
          ? 'ready'
          : 'retired';
  return {
    status,
    kid: own?.kid ?? null,
    known,
    sign: (intent) => {
      if (own === null || status !== 'ready') throw new Error('this browser has no key that counts');
      return signIntent(own, intent);
    },
  };
}

/** Makes a key in this browser and registers its public part; it is the person's active one from then on. */
export function useRegisterBrowserKey(onDone: () => void) {
  const { tenantId, userId } = useScope();
  return useAct(
    async (label: string) => {
      const made = await makeBrowserKey();
      const { key } = await call(signingKeys.create, { body: { action: 'register', label, public_jwk: made.publicJwk } });
      await keepBrowserKey(tenantId, userId, { kid: key.kid, algorithm: made.algorithm, privateKey: made.privateKey });
      return key;
    },
    {
      touches: [signingKeys, events],
      done: onDone,
    },
  );
}

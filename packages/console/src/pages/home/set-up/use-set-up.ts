// Whether the overview shows the first steps: until they are all done, some intents are in the log, or somebody has dismissed them on this
// device. Auditors take no steps.
import { intents } from '@countinghouse/contract/features/intents';
import type { Tenant } from '@countinghouse/contract/features/tenants';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { LATEST_INTENTS } from '../../../features/intents/log/LatestIntents.tsx';
import { q } from '../../../lib/calls/query.ts';
import { useSetUpOver } from '../../../lib/screen/preferences.ts';

/** Who has so many intents in the log knows their way. */
const BEGUN_AT = 5;

export interface SetUpState {
  /** `unknown`: it was not asked yet. */
  readonly is: 'unknown' | 'open' | 'over';
  /** Intents so far, as far as they matter here. */
  readonly posted: number;
  /** They are not shown on this device any more. */
  readonly end: () => void;
}

export function useSetUp(tenant: Tenant | null): SetUpState {
  const [over, setOver] = useSetUpOver(tenant?.id ?? '');
  const mayTake = tenant !== null && tenant.role !== 'auditor' && over === 'off';
  const latest = useQuery({ ...q(intents.list, { query: { limit: LATEST_INTENTS } }), enabled: mayTake });
  const posted = latest.data?.intents.length ?? 0;
  const isBegun = posted >= BEGUN_AT;
  const end = useCallback((): void => setOver('on'), [setOver]);
  useEffect(() => {
    if (isBegun) end();
  }, [isBegun, end]);
  if (!mayTake || latest.isError || isBegun) return { is: 'over', posted, end };
  return { is: latest.isPending ? 'unknown' : 'open', posted, end };
}

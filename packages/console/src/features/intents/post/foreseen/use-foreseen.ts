import { intents } from '@countinghouse/contract/features/intents';
import type { IntentPreview } from '@countinghouse/contract/intent-preview';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../../../lib/calls/query.ts';
import { type Draft, requestFrom } from '../draft.ts';

/** As long as somebody types, nothing is asked. */
const PAUSE_MS = 400;

/** What a draft would come to if it were sent now; null while that is not known. `ready`: it may be sent as it is. */
export function useForeseen(draft: Draft, tenantId: string, ready: boolean): IntentPreview | null {
  const body = { intent: requestFrom(draft, tenantId) };
  const now = JSON.stringify(body);
  const [asked] = useDebouncedValue(now, PAUSE_MS);
  const isSame = asked === now;
  const { data } = useQuery({ ...q(intents.preview, { body }), enabled: ready && isSame, retry: false });
  return ready && isSame ? (data ?? null) : null;
}

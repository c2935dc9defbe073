import type { KeyGrant } from '@countinghouse/contract/features/api-keys';
import { canWait, grantFor } from '@countinghouse/contract/key-grants';
import { hasGrant, mayAskFor } from '@countinghouse/kernel/api-keys/guard';

/** Whether a key with a grant may make a call: be it that what it asks for waits. */
export function mayCallWith(grant: KeyGrant, call: Parameters<typeof grantFor>[0]): boolean {
  const needed = grantFor(call);
  return needed !== null && (canWait(call) ? mayAskFor(grant, needed) : hasGrant(grant, needed));
}

import { auth } from '@countinghouse/contract/features/auth';
import type { CloseTask } from '@countinghouse/contract/features/close-tasks';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';

/** Whether a task is the person's own, by name or by role. */
export function useIsMine(): (task: CloseTask) => boolean {
  const userId = useQuery(q(auth.session)).data?.user?.id;
  const role = useActiveTenant()?.role;
  return ({ owner_id, owner_role }) =>
    owner_id !== null ? owner_id === userId : owner_role !== null && role !== 'auditor' && (owner_role === 'member' || owner_role === role);
}

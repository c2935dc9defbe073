import { auth } from '@countinghouse/contract/features/auth';
import type { IntentTotals } from '@countinghouse/contract/features/intents';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { type View, Views } from '../../../ui/list/Views.tsx';
import type { IntentsSearch } from '../search.ts';

interface LogViewsProps {
  readonly search: IntentsSearch;
  readonly totals: IntentTotals | undefined;
  readonly narrow: (patch: Partial<IntentsSearch>) => void;
}

/** The log by status, with how many there are of each, and by who asked. */
export function LogViews({ search: { status, actor }, totals, narrow }: LogViewsProps) {
  const me = useQuery(q(auth.session)).data?.user?.id;
  const counts = totals?.by_status;
  const all = counts === undefined ? undefined : counts.proposed + counts.executed + counts.rejected;
  const byStatus = (name: string, of: IntentsSearch['status'], count: number | undefined): View => ({
    name,
    // Nothing found among some is not nothing.
    count: totals?.complete === false && count === 0 ? undefined : count,
    isAtLeast: totals?.complete === false,
    current: status === of && (of !== undefined || actor === undefined),
    show: () => narrow({ status: of, ...(of === undefined ? { actor: undefined } : {}) }),
  });
  const byMaker = (name: string, of: string): View => ({
    name,
    current: actor === of && status === undefined,
    show: () => narrow({ actor: of, status: undefined }),
  });
  return (
    <Views
      label="Views"
      views={[
        byStatus('All', undefined, actor === undefined ? all : undefined),
        byStatus('Proposed', 'proposed', counts?.proposed),
        byStatus('Executed', 'executed', counts?.executed),
        byStatus('Rejected', 'rejected', counts?.rejected),
        ...(me === undefined ? [] : [byMaker('Made by me', me)]),
        byMaker('System', 'system'),
      ]}
    />
  );
}

import { approvals } from '@countinghouse/contract/features/approvals';
import { recon } from '@countinghouse/contract/features/recon';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';

/** How often the badges look whether something waits. */
const WAITING_EVERY_MS = 30_000;

export interface MenuCount {
  readonly count: number;
  /** In words, on hover. */
  readonly said: string;
}
/** What waits, by the path of the screen that has it. */
export type Badges = ReadonlyMap<string, MenuCount>;

export function useBadges(): Badges {
  const every = { refetchInterval: WAITING_EVERY_MS };
  const waiting = useQuery({ ...q(approvals.list, { query: { status: 'pending', limit: 1 } }), ...every }).data?.waiting ?? 0;
  const unmatched = useQuery({ ...q(recon.status), ...every }).data?.unmatched ?? 0;
  return new Map([
    [paths.approvals, { count: waiting, said: `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you` }],
    [paths.riskRecon, { count: unmatched, said: `${unmatched} statement ${unmatched === 1 ? 'row is' : 'rows are'} unmatched` }],
  ]);
}

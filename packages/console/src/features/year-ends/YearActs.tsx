import { type FiscalYear, type YearLine, yearEnds } from '@countinghouse/contract/features/year-ends';
import type { RouteOk } from '@countinghouse/contract/wire';
import { IconCalendarCheck, IconRotate2 } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/calls/client.ts';
import { touchedByPosting } from '../../lib/calls/posting.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

type Loaded = RouteOk<typeof yearEnds.get>;

const leftOf = (lines: readonly YearLine[]): number => lines.filter((l) => readMinorE8(l.left, l.minorUnits) !== 0n).length;

/** Close the year, or take the closing back. What is shown above the list is what will be booked. */
export function YearActs({ found: { year, lines, barred } }: { readonly found: Loaded }) {
  const [asked, setAsked] = useState<'close' | 'reopen' | null>(null);
  const mayClose = useWritePermission(yearEnds.close);
  const mayReopen = useWritePermission(yearEnds.reopen);
  const left = leftOf(lines);
  const act = useAct((what: 'close' | 'reopen') => call(yearEnds[what], { body: { year_end: year.year_end } }), {
    said: (_done, what) => (what === 'close' ? `Year to ${year.year_end} closed` : `Year to ${year.year_end} is open again`),
    touches: touchedByPosting,
    close: () => setAsked(null),
    failed: () => setAsked(null),
  });
  const because = (reason: string, may: typeof mayClose) => (may.allowed && reason !== '' ? { allowed: false, reason } : may);
  const nothing =
    year.status === 'closed' ? 'All of it is booked. After a late posting the rest can be.' : 'The year has no result to book.';
  return (
    <>
      {year.status === 'closed' ? (
        <GuardedButton
          variant="default"
          permission={because(lockedReason(year), mayReopen)}
          leftSection={<IconRotate2 size={14} />}
          onClick={() => setAsked('reopen')}
        >
          Take back
        </GuardedButton>
      ) : null}
      <GuardedButton
        permission={because(
          barred === null ? (left === 0 ? nothing : '') : year.status === 'running' ? 'The year is not over.' : barred.message,
          mayClose,
        )}
        leftSection={<IconCalendarCheck size={14} />}
        onClick={() => setAsked('close')}
      >
        {year.status === 'closed' ? 'Book what has changed' : 'Close the year'}
      </GuardedButton>
      <ConfirmModal
        opened={asked !== null}
        title={asked === 'reopen' ? 'Take the closing back' : 'Close the year'}
        confirmLabel={asked === 'reopen' ? 'Take back' : 'Close the year'}
        busy={act.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) act.mutate(asked);
        }}
      >
        {asked === 'reopen'
          ? `What was booked to retained earnings for ${year.year_end} is reversed on the same day. The year can be closed again.`
          : `The result of ${left} ${left === 1 ? 'account' : 'accounts'} is booked to retained earnings for ${year.year_end}. Income statements of the year stay as they are.`}
      </ConfirmModal>
    </>
  );
}

const lockedReason = ({ locked_by }: FiscalYear): string => (locked_by === null ? '' : `Its last day is in ${locked_by}, which is locked.`);

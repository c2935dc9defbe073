import { reports } from '@countinghouse/contract/features/reports';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PartyFigure } from '../../features/parties/PartySums.tsx';
import { AgeingTable } from '../../features/reports/ageing/AgeingTable.tsx';
import { useNarrow } from '../../features/reports/use-narrow.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Panel } from '../../ui/page/Panel.tsx';

const useAgeing = (partyId: string, side: 'receivable' | 'payable') =>
  useQuery(q(reports.ageing, { query: { side, party_id: partyId } })).data;

/** What of it they should have paid before today. */
export function PartyOverdue({ partyId }: { readonly partyId: string }) {
  const report = useAgeing(partyId, 'receivable');
  return (
    <PartyFigure
      label="Of that, overdue"
      amounts={(report?.rows ?? []).map(({ currency, minorUnits, ...row }) => ({
        currency,
        minorUnits,
        amountE8: [row.up_to_30, row.up_to_60, row.up_to_90, row.older].reduce((sum, minor) => sum + readMinorE8(minor, minorUnits), 0n),
      }))}
    />
  );
}

/** What is open with one party, by how long it has been due; nothing where nothing is. */
export function PartyAgeing({ partyId }: { readonly partyId: string }) {
  const [theirs, ours] = [useAgeing(partyId, 'receivable'), useAgeing(partyId, 'payable')];
  const narrow = useNarrow();
  const lines = [
    ...(theirs?.rows ?? []).map((row) => ({ ...row, key: `r ${row.currency}`, name: `They owe us, ${row.currency}` })),
    ...(ours?.rows ?? []).map((row) => ({ ...row, key: `p ${row.currency}`, name: `We owe them, ${row.currency}` })),
  ];
  if (lines.length === 0) return null;
  return (
    <Panel
      title="By days overdue"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.ageing} />}>
          All parties
        </Anchor>
      }
    >
      <AgeingTable label="By days overdue" of="Side" lines={lines} compact narrow={narrow} />
    </Panel>
  );
}

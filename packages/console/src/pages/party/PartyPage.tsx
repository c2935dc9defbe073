import { parties } from '@countinghouse/contract/features/parties';
import { messageOf } from '@countinghouse/contract/messages';
import { Badge, Button, Paper, Skeleton } from '@mantine/core';
import { IconAddressBook, IconArrowLeft, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Attachments } from '../../features/attachments/Attachments.tsx';
import { MetadataSection } from '../../features/metadata/MetadataSection.tsx';
import { PartyAccounts } from '../../features/parties/PartyAccounts.tsx';
import { PartyDetails } from '../../features/parties/PartyDetails.tsx';
import { PartyExposure } from '../../features/parties/PartyExposure.tsx';
import { PartyMonths } from '../../features/parties/PartyMonths.tsx';
import { PartyMovements } from '../../features/parties/PartyMovements.tsx';
import { PartySums } from '../../features/parties/PartySums.tsx';
import { PartySearch } from '../../features/parties/search.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { PartyAgeing, PartyOverdue } from './PartyAgeing.tsx';

const back = (
  <Button variant="default" leftSection={<IconArrowLeft size={14} />} renderRoot={(props) => <Link {...props} to={paths.parties} />}>
    Back to parties
  </Button>
);

/** One party, named by `?party=` or by the path: what it comes to, its accounts and postings, what is said of it. */
export function PartyPage() {
  const { partyId } = useParams({ strict: false }) as { readonly partyId?: string };
  const [{ party: named }] = useUrlState(PartySearch);
  const id = partyId ?? named ?? '';
  const source = useQuery({ ...q(parties.get, { params: { id } }), enabled: id !== '' });
  const { data: position } = useQuery({ ...q(parties.position, { params: { id } }), enabled: id !== '' });
  const party = source.data?.party;
  if (party === undefined)
    return (
      <Page>
        <PageHeader title="Party" actions={back} />
        {id === '' ? <EmptyState icon={IconAddressBook} title={messageOf('NOT_FOUND')} /> : null}
        {source.isError ? <ErrorState title="Could not load the party" error={source.error} onRetry={() => void source.refetch()} /> : null}
        {source.isLoading ? (
          <>
            <Skeleton height={78} aria-busy />
            <Skeleton height={420} />
          </>
        ) : null}
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={party.label}
        description={<Badge color="gray">{sentenceCase(party.kind)}</Badge>}
        actions={
          <>
            {back}
            <Button
              leftSection={<IconFileInvoice size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.partyStatement} params={{ partyId: party.id }} />}
            >
              Statement of account
            </Button>
          </>
        }
      />
      {position === undefined ? (
        <Skeleton height={78} aria-busy />
      ) : (
        <PartySums
          position={position}
          more={
            <>
              <PartyOverdue partyId={party.id} />
              <PartyExposure partyId={party.id} exposure={position.exposure} />
            </>
          }
        />
      )}
      <Columns
        rail
        main={
          <>
            {position === undefined ? <Skeleton height={220} /> : <PartyMonths position={position} />}
            <PartyAgeing partyId={party.id} />
            {position === undefined || position.ahead.length === 0 ? null : (
              <PartyMovements title="Flows ahead" partyId={party.id} movements={position.ahead} />
            )}
            {position === undefined ? (
              <Skeleton height={240} />
            ) : (
              <PartyMovements title="Latest postings" partyId={party.id} movements={position.movements} />
            )}
          </>
        }
        side={
          <>
            <PartyAccounts partyId={party.id} />
            <PartyDetails party={party} />
            <Paper p="md">
              <Attachments key={party.id} of={{ is: 'party', id: party.id }} order={2} />
            </Paper>
            <Paper p="md">
              <MetadataSection key={party.id} of={{ is: 'party', id: party.id }} order={2} />
            </Paper>
          </>
        }
      />
    </Page>
  );
}

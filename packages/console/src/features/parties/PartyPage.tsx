import { messageOf } from '@countinghouse/contract/errors';
import { events } from '@countinghouse/contract/features/events';
import { parties } from '@countinghouse/contract/features/parties';
import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { IconAddressBook, IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { bodyOf, PartyForm, type PartyValues } from './PartyForm.tsx';
import { PartySearch } from './search.ts';

const back = (
  <Button variant="default" leftSection={<IconArrowLeft size={14} />} renderRoot={(props) => <Link {...props} to={paths.parties} />}>
    Back to parties
  </Button>
);

function useParty(id: string) {
  return useQuery({ ...q(parties.get, { params: { id } }), enabled: id !== '' });
}

/** One party, named by `?party=` or by the path. `metadataOf`: what is said of it. */
export function PartyPage({ metadataOf }: { readonly metadataOf?: (id: string) => ReactNode }) {
  const { partyId } = useParams({ strict: false }) as { readonly partyId?: string };
  const [{ party: named }] = useUrlState(PartySearch);
  const id = partyId ?? named ?? '';
  const permission = useWritePermission(parties.change);
  const source = useParty(id);
  const party = source.data?.party;
  const save = useWrite(parties.change, {
    input: (values: PartyValues) => ({ params: { id }, body: bodyOf(values) }),
    said: 'Saved',
    touches: [parties, events],
  });
  return (
    <Page>
      <PageHeader title="Party" description={party?.label} actions={back} />
      {id === '' ? <EmptyState icon={IconAddressBook} title={messageOf('NOT_FOUND')} /> : null}
      {source.isError ? <ErrorState title="Could not load the party" error={source.error} onRetry={() => void source.refetch()} /> : null}
      {source.isLoading ? (
        <Paper p="lg" maw={560} aria-busy>
          <Stack gap="md">
            <Skeleton height={20} width="60%" />
            <Skeleton height={34} />
            <Skeleton height={34} />
            <Skeleton height={34} />
          </Stack>
        </Paper>
      ) : null}
      {party === undefined ? null : (
        <PartyForm
          key={party.id}
          name="Party"
          current={party}
          submitLabel="Save"
          permission={permission}
          busy={save.isPending}
          error={save.error}
          onSubmit={save.mutate}
        >
          <Facts
            facts={[
              ['Party ID', <Hash key="i" value={party.id} what="party id" whole />],
              ['Created', <Timestamp key="c" at={party.created_at} />],
            ]}
          />
        </PartyForm>
      )}
      {party === undefined ? null : metadataOf?.(party.id)}
    </Page>
  );
}

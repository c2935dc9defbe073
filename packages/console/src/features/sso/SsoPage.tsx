import { sso } from '@countinghouse/contract/features/sso';
import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconKey, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useNeed, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
import { NewConnection } from './NewConnection.tsx';
import { SsoSearch } from './search.ts';

const NEW = 'new';
const SKELETON_HEIGHT_PX = 240;
const TITLE = 'Single sign-on';
const DESCRIPTION = 'People sign in with your company’s own provider (OpenID Connect or SAML 2.0), by the domain of their e-mail address.';

export function SsoPage() {
  const owner = useNeed('owner');
  return owner.allowed ? (
    <ForOwners />
  ) : (
    <Page>
      <PageHeader title={TITLE} description={DESCRIPTION} />
      <Paper>
        <EmptyState icon={IconLock} title={owner.reason}>
          How people come in is for owners alone.
        </EmptyState>
      </Paper>
    </Page>
  );
}

function ForOwners() {
  const [search, setSearch] = useUrlState(SsoSearch);
  const source = useQuery(q(sso.list));
  const add = (
    <GuardedButton permission={useWritePermission(sso.create)} onClick={() => setSearch({ open: NEW })}>
      Add connection
    </GuardedButton>
  );
  const connections = source.data?.connections ?? [];
  return (
    <Page>
      <PageHeader title={TITLE} description={DESCRIPTION} actions={connections.length === 0 ? null : add} />
      {source.isError ? (
        <Paper>
          <ErrorState title="Could not load single sign-on" error={source.error} onRetry={() => void source.refetch()} />
        </Paper>
      ) : source.isPending ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <Stack gap="md">
          <Text size="sm" component="div">
            <Group gap={6} wrap="nowrap">
              <span className="dimmed">Redirect address, for a provider of OpenID Connect:</span>
              <span className="mono">{source.data.redirect_uri}</span>
              <CopyButton value={source.data.redirect_uri} what="the redirect address" />
            </Group>
          </Text>
          {connections.length === 0 ? (
            <Paper>
              <EmptyState icon={IconKey} title="No connection yet" action={add}>
                Register this system with your provider, under the redirect address or with the addresses that the form shows for SAML, then
                add what it gave you. Nobody signs in by a connection before a domain of it is verified and it is switched on.
              </EmptyState>
            </Paper>
          ) : (
            connections.map((connection) => <ConnectionPanel key={connection.id} connection={connection} scimUrl={source.data.scim_url} />)
          )}
        </Stack>
      )}
      {source.data === undefined ? null : (
        <NewConnection opened={search.open === NEW} nextSaml={source.data.next_saml} onClose={() => setSearch({ open: undefined })} />
      )}
    </Page>
  );
}

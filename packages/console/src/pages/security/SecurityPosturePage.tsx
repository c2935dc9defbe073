import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { Badge, Group, Skeleton, Text } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { useBrowserKey } from '../../lib/signing/use-browser-key.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { RegisterBrowserKey } from '../../ui/form/RegisterBrowserKey.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { PostureLists } from './PostureLists.tsx';
import { PostureOfPeople } from './PostureOfPeople.tsx';
import { PostureSearch } from './posture-search.ts';
import classes from './SecurityPosturePage.module.css';

const browserWord = {
  unsupported: 'Cannot hold a key: the page was not opened over https.',
  none: 'Has no key.',
  retired: 'Its key is no longer active.',
  ready: 'Can sign.',
} as const;

/** Keeps the room of a fact that is on its way. */
const soon = <Skeleton key="soon" height={12} width={130} my={4} />;

/** How the organisation is guarded, for everybody in it: mode, state, keys, and who holds which right. */
export function SecurityPosturePage() {
  const [search, setSearch] = useUrlState(PostureSearch);
  const [registering, setRegistering] = useState(false);
  const tenant = useActiveTenant();
  const source = useQuery(q(settings.get));
  const permission = useWritePermission(signingKeys.create);
  const { data: listed, isPending: isListing } = useQuery(q(signingKeys.list));
  const keys = listed?.keys ?? [];
  const browser = useBrowserKey();
  const chain = keys.find((k) => k.purpose === 'chain' && k.active);
  const profile = source.data?.settings;
  const publicKeys = new URL(signingKeys.jwks.path.replace(':id', tenant?.id ?? ''), window.location.origin).href;
  return (
    <Page>
      <PageHeader
        title="Security posture"
        description="How intents and the log are signed, with which keys, how people sign in, and who may do what."
        actions={
          <GuardedButton
            variant="default"
            permission={permission}
            leftSection={<IconDeviceLaptop size={14} />}
            onClick={() => setRegistering(true)}
          >
            Register this browser
          </GuardedButton>
        }
      />
      {source.isError ? (
        <ErrorState title="Failed to load organisation context" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      <div className={classes['panels']}>
        <Panel title="Signing mode">
          {profile === undefined ? (
            <Skeleton height={70} />
          ) : (
            <Facts
              facts={[
                [
                  'Mode',
                  <Badge key="m" color={profile.signing_mode === 'STANDARD' ? 'gray' : 'blue'}>
                    {profile.signing_mode}
                  </Badge>,
                ],
                [
                  'Signature',
                  profile.enforce_signed_intents && profile.signing_mode !== 'STANDARD'
                    ? 'required on every intent'
                    : 'verified when present',
                ],
                ['Key set', profile.jwks_url],
                ['This browser', browser.status === 'loading' ? soon : browserWord[browser.status]],
              ]}
            />
          )}
        </Panel>
        <Panel title="Tenant state">
          <Facts
            facts={[
              ['Organisation', tenant?.name],
              ['State', tenant === null ? null : <StatusBadge key="s" status={tenant.readOnly ? 'readOnly' : 'active'} />],
              [
                'Log signed by',
                chain === undefined ? isListing ? soon : null : <Hash key="k" value={chain.kid} what="key id of the chain" />,
              ],
              ['Since', chain === undefined ? isListing ? soon : null : <Timestamp key="t" at={chain.created_at} />],
            ]}
          />
        </Panel>
        <Panel title="Public keys">
          <Group gap={4} wrap="nowrap" mb={6}>
            <Text size="xs" className="mono" style={{ overflowWrap: 'anywhere' }}>
              {publicKeys}
            </Text>
            <CopyButton value={publicKeys} what="address of the public keys" />
          </Group>
          <Text size="sm" c="dimmed">
            Anyone who has this address can verify the signed heads of the log without asking us. With{' '}
            <span className="mono nowrap">?purpose=intent</span> it lists people’s keys.
          </Text>
        </Panel>
      </div>
      <PostureLists search={search} onSearch={setSearch} />
      <PostureOfPeople />
      <RegisterBrowserKey opened={registering} onClose={() => setRegistering(false)} />
    </Page>
  );
}

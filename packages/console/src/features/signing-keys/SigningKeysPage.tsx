import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { Group } from '@mantine/core';
import { IconDeviceLaptop, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { RegisterBrowserKey } from '../../ui/form/RegisterBrowserKey.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { GenerateKey, useGeneratePermission } from './GenerateKey.tsx';
import { KeyPanel } from './KeyPanel.tsx';
import { KeysTable } from './KeysTable.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { SigningKeysSearch } from './search.ts';

export function SigningKeysPage() {
  const [search, setSearch] = useUrlState(SigningKeysSearch);
  const [asking, setAsking] = useState<'generate' | 'register' | null>(null);
  const register = useWritePermission(signingKeys.create);
  const generate = useGeneratePermission();
  const revoke = useWritePermission(signingKeys.revoke);
  const all = useQuery(q(signingKeys.list)).data?.keys ?? [];
  const opened = all.find((k) => k.kid === search.open);
  const close = (): void => setAsking(null);
  return (
    <Page fill>
      <PageHeader
        title="Signing keys"
        description="The chain’s key signs the log. A person’s key signs what they post; each has one that is active."
        actions={
          <Group gap="xs">
            <GuardedButton
              variant="default"
              permission={register}
              leftSection={<IconDeviceLaptop size={14} />}
              onClick={() => setAsking('register')}
            >
              Register this browser
            </GuardedButton>
            <GuardedButton permission={generate} leftSection={<IconKey size={14} />} onClick={() => setAsking('generate')}>
              Generate key
            </GuardedButton>
          </Group>
        }
      />
      <Split>
        <KeysTable search={search} onSearch={setSearch} revoke={revoke} />
        {opened === undefined ? null : <KeyPanel signingKey={opened} onClose={() => setSearch({ open: undefined })} />}
      </Split>
      <GenerateKey opened={asking === 'generate'} onClose={close} />
      <RegisterBrowserKey opened={asking === 'register'} onClose={close} />
      <RevokeKey signingKey={all.find((k) => k.kid === search.revoke)} onClose={() => setSearch({ revoke: undefined })} />
    </Page>
  );
}

import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ApiKeysTable } from './ApiKeysTable.tsx';
import { ChangeAllowList } from './ChangeAllowList.tsx';
import { NewApiKey, OWN } from './NewApiKey.tsx';
import { RevokeApiKey } from './RevokeApiKey.tsx';
import { RotateApiKey } from './RotateApiKey.tsx';
import { ApiKeysSearch } from './search.ts';

export function ApiKeysPage() {
  const [search, setSearch] = useUrlState(ApiKeysSearch);
  const create = useWritePermission(apiKeys.create);
  const revoke = useWritePermission(apiKeys.revoke);
  const rotate = useWritePermission(apiKeys.rotate);
  const changeAllowList = useWritePermission(apiKeys.changeAllowList);
  const all = useQuery(q(apiKeys.list)).data?.api_keys;
  return (
    <Page fill>
      <PageHeader
        title="API keys"
        description="Programs call with them in the name of the owner who made them, or of a service account, never with more than their rights."
        actions={
          <GuardedButton permission={create} leftSection={<IconPlus size={14} />} onClick={() => setSearch({ make: OWN })}>
            Create key
          </GuardedButton>
        }
      />
      <ApiKeysTable search={search} onSearch={setSearch} may={{ revoke, rotate, changeAllowList }} />
      <NewApiKey whose={search.make} onClose={() => setSearch({ make: undefined })} />
      <RotateApiKey apiKey={all?.find((k) => k.id === search.rotate)} onClose={() => setSearch({ rotate: undefined })} />
      <ChangeAllowList apiKey={all?.find((k) => k.id === search.networks)} onClose={() => setSearch({ networks: undefined })} />
      <RevokeApiKey apiKey={all?.find((k) => k.id === search.revoke)} onClose={() => setSearch({ revoke: undefined })} />
    </Page>
  );
}

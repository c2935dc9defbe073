import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AccessReview } from '../../features/access-reviews/AccessReview.tsx';
import { ApiKeysTable } from '../../features/api-keys/ApiKeysTable.tsx';
import { ApiKeysSearch } from '../../features/api-keys/search.ts';
import { KeyPanel } from '../../features/signing-keys/KeyPanel.tsx';
import { KeysTable } from '../../features/signing-keys/KeysTable.tsx';
import { SigningKeysSearch } from '../../features/signing-keys/search.ts';
import { q } from '../../lib/calls/query.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { Split } from '../../ui/page/Page.tsx';
import type { PostureSearch } from './posture-search.ts';

interface PostureListsProps {
  readonly search: PostureSearch;
  readonly onSearch: (change: Partial<PostureSearch>, options?: UrlStateOptions) => void;
}

/** The lists of the security posture, one at a time: each with its own filters in the address. */
export function PostureLists({ search, onSearch }: PostureListsProps) {
  const opened = useQuery(q(signingKeys.list)).data?.keys.find((k) => k.kid === search.open);
  const tab = search.tab ?? 'signing-keys';
  return (
    <>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          onSearch({
            tab: next === 'api-keys' || next === 'access' ? next : undefined,
            q: undefined,
            sort: undefined,
            status: undefined,
            open: undefined,
          })
        }
      >
        <Tabs.List aria-label="Lists">
          <Tabs.Tab value="signing-keys">Signing keys</Tabs.Tab>
          <Tabs.Tab value="api-keys">API keys</Tabs.Tab>
          <Tabs.Tab value="access">Access review</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab === 'signing-keys' ? (
        <Split>
          <KeysTable search={SigningKeysSearch.parse(search)} onSearch={onSearch} revoke={null} />
          {opened === undefined ? null : <KeyPanel signingKey={opened} onClose={() => onSearch({ open: undefined })} />}
        </Split>
      ) : tab === 'api-keys' ? (
        <ApiKeysTable search={ApiKeysSearch.parse(search)} onSearch={onSearch} may={null} />
      ) : (
        <AccessReview search={search} onSearch={onSearch} />
      )}
    </>
  );
}

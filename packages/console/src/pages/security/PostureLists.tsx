import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { useQuery } from '@tanstack/react-query';
import { AccessReview } from '../../features/access-reviews/AccessReview.tsx';
import { ApiKeysTable } from '../../features/api-keys/ApiKeysTable.tsx';
import { ApiKeysSearch } from '../../features/api-keys/search.ts';
import { KeyPanel } from '../../features/signing-keys/KeyPanel.tsx';
import { KeysTable } from '../../features/signing-keys/KeysTable.tsx';
import { SigningKeysSearch } from '../../features/signing-keys/search.ts';
import { q } from '../../lib/calls/query.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { Views } from '../../ui/list/Views.tsx';
import { Split } from '../../ui/page/Page.tsx';
import type { PostureSearch } from './posture-search.ts';

const lists = [
  ['Signing keys', 'signing-keys'],
  ['API keys', 'api-keys'],
  ['Access review', 'access'],
] as const;

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
      <Views
        label="Lists"
        views={lists.map(([name, shown]) => ({
          name,
          current: tab === shown,
          show: () =>
            onSearch({
              tab: shown === 'signing-keys' ? undefined : shown,
              q: undefined,
              sort: undefined,
              status: undefined,
              open: undefined,
            }),
        }))}
      />
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

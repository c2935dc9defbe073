import { interest } from '@countinghouse/contract/features/interest';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AccountsPanel } from './AccountsPanel.tsx';
import { BucketModal } from './BucketModal.tsx';
import { BucketsPanel } from './BucketsPanel.tsx';
import { InterestSection } from './InterestSection.tsx';
import { PutModal } from './PutModal.tsx';
import { RateModal } from './RateModal.tsx';
import { InterestSearch } from './search.ts';

/** How interest is calculated, the buckets with their rates, and the accounts in them. */
export function InterestPage() {
  const [search, setSearch] = useUrlState(InterestSearch);
  const { act, open } = search;
  const permission = useWritePermission(interest.create);
  const buckets = useQuery(q(interest.buckets)).data?.buckets ?? [];
  const close = (): void => setSearch({ act: undefined, open: undefined });
  const openNew = (): void => setSearch({ act: 'bucket' });
  useShortcut('N', { name: 'New interest bucket', group: 'This screen' }, openNew, permission.allowed);
  return (
    <Page>
      <PageHeader
        title="Interest accrual settings"
        description="Every night each account in a bucket accrues interest on its closing balance by value date; every month it is capitalised."
      />
      <Columns
        main={
          <>
            <BucketsPanel onNew={openNew} onRate={(id) => setSearch({ act: 'rate', open: id })} />
            <AccountsPanel search={search} onChange={setSearch} onPut={() => setSearch({ act: 'put' })} />
          </>
        }
        side={<InterestSection />}
      />
      <BucketModal opened={act === 'bucket'} onClose={close} />
      <RateModal bucket={act === 'rate' ? buckets.find((b) => b.id === open) : undefined} onClose={close} />
      <PutModal opened={act === 'put'} onClose={close} />
    </Page>
  );
}

import { accounts } from '@countinghouse/contract/features/accounts';
import { attachments } from '@countinghouse/contract/features/attachments';
import { metadata } from '@countinghouse/contract/features/metadata';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Paper, ScrollArea, SimpleGrid, Skeleton } from '@mantine/core';
import { IconPercentage, IconPrinter, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { AccountHead } from '../features/accounts/AccountHead.tsx';
import { AccountStats } from '../features/accounts/AccountStats.tsx';
import { ChangeAccount } from '../features/accounts/ChangeAccount.tsx';
import { ChangeFloor } from '../features/accounts/ChangeFloor.tsx';
import { ChangeParty } from '../features/accounts/ChangeParty.tsx';
import { ChangeState } from '../features/accounts/ChangeState.tsx';
import { StateButton } from '../features/accounts/StateButton.tsx';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { IntentPanel } from '../features/intents/read/IntentPanel.tsx';
import { MetadataSection } from '../features/metadata/MetadataSection.tsx';
import { DownloadStatement } from '../features/statements/DownloadStatement.tsx';
import { StatementGrid } from '../features/statements/StatementGrid.tsx';
import { ApiError } from '../lib/calls/api-error.ts';
import { q } from '../lib/calls/query.ts';
import { paths } from '../lib/screen/paths.ts';
import { useUrlState } from '../lib/screen/url-state.ts';
import { usePostPermission } from '../lib/session/use-entity.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { Page, Split } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { AccountSearch } from './account-search.ts';

/** The statement stays in sight, however many files there are. */
const FILES_HEIGHT = 180;

/** One account: what it is, how it stands, and every posting to it. */
export function AccountPage() {
  const { accountId } = useParams({ strict: false }) as { readonly accountId: string };
  const [{ open, ask }, setSearch] = useUrlState(AccountSearch);
  const source = useQuery(q(accounts.get, { params: { id: accountId } }));
  const mayAnnotate = usePostPermission(metadata.annotateAccount, source.data?.account.entityId ?? null);
  const mayAttach = usePostPermission(attachments.addToAccount, source.data?.account.entityId ?? null);
  if (source.isError) {
    const gone = source.error instanceof ApiError && (source.error.status === 404 || source.error.status === 400);
    return (
      <Page>
        <PageHeader title="Account" />
        {gone ? (
          <EmptyState icon={IconWallet} title={messageOf('NOT_FOUND')} />
        ) : (
          <ErrorState title="Could not load the account" error={source.error} onRetry={() => void source.refetch()} />
        )}
      </Page>
    );
  }
  if (source.data === undefined)
    return (
      <Page>
        <PageHeader title="Account" />
        <Skeleton height={78} aria-busy />
        <Skeleton height={420} />
      </Page>
    );
  const { account } = source.data;
  return (
    <Page fill>
      <PageHeader
        title={account.code}
        description={
          <AccountHead account={account} onChange={() => setSearch({ ask: 'change' })} onChangeParty={() => setSearch({ ask: 'party' })} />
        }
        actions={
          <>
            <Button variant="default" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
              Print
            </Button>
            <Button
              variant="default"
              leftSection={<IconPercentage size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.accountInterest} params={{ accountId }} />}
            >
              Interest
            </Button>
            <DownloadStatement account={account} />
            <StateButton account={account} onAsk={() => setSearch({ ask: 'state' })} />
          </>
        }
      />
      <AccountStats account={account} onChangeFloor={() => setSearch({ ask: 'floor' })} />
      <Paper p="xs" px="md">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <MetadataSection of={{ is: 'account', id: accountId }} permission={mayAnnotate} order={2} />
          <ScrollArea.Autosize mah={FILES_HEIGHT}>
            <Attachments key={accountId} of={{ is: 'account', id: accountId }} permission={mayAttach} order={2} />
          </ScrollArea.Autosize>
        </SimpleGrid>
      </Paper>
      <Split>
        <StatementGrid account={account} />
        {open === undefined ? null : (
          <IntentPanel
            intentId={open}
            files={
              <>
                <MetadataSection key={`metadata ${open}`} of={{ is: 'intent', id: open }} />
                <Attachments key={open} of={{ is: 'intent', id: open }} />
              </>
            }
            onClose={() => setSearch({ open: undefined })}
          />
        )}
      </Split>
      <ChangeParty key={account.party_id} account={account} opened={ask === 'party'} onClose={() => setSearch({ ask: undefined })} />
      <ChangeAccount
        key={`change ${account.title} ${account.ledgerAccountId}`}
        account={account}
        opened={ask === 'change'}
        onClose={() => setSearch({ ask: undefined })}
      />
      <ChangeFloor
        key={`floor ${account.floor_minor}`}
        account={account}
        opened={ask === 'floor'}
        onClose={() => setSearch({ ask: undefined })}
      />
      <ChangeState account={account} opened={ask === 'state'} onClose={() => setSearch({ ask: undefined })} />
    </Page>
  );
}

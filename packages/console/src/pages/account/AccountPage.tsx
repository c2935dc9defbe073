import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { attachments } from '@countinghouse/contract/features/attachments';
import { intents } from '@countinghouse/contract/features/intents';
import { metadata } from '@countinghouse/contract/features/metadata';
import { recon } from '@countinghouse/contract/features/recon';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Paper, Skeleton } from '@mantine/core';
import { IconPencilPlus, IconPrinter, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { AccountActs } from '../../features/accounts/AccountActs.tsx';
import { AccountFacts } from '../../features/accounts/AccountFacts.tsx';
import { AccountFigures } from '../../features/accounts/AccountFigures.tsx';
import { AccountHead } from '../../features/accounts/AccountHead.tsx';
import { ChangeAccount } from '../../features/accounts/ChangeAccount.tsx';
import { ChangeFloor } from '../../features/accounts/ChangeFloor.tsx';
import { ChangeParty } from '../../features/accounts/ChangeParty.tsx';
import { ChangeState } from '../../features/accounts/ChangeState.tsx';
import { Attachments } from '../../features/attachments/Attachments.tsx';
import { IntentPanel } from '../../features/intents/read/IntentPanel.tsx';
import { MetadataSection } from '../../features/metadata/MetadataSection.tsx';
import { DownloadStatement } from '../../features/statements/DownloadStatement.tsx';
import { StatementGrid } from '../../features/statements/StatementGrid.tsx';
import { ApiError } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import { today } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AccountSearch } from './account-search.ts';
import { MonthStatement } from './MonthStatement.tsx';
import { OpenHolds } from './OpenHolds.tsx';
import { OpenRows } from './OpenRows.tsx';

/** One account: how it stands and stood, every posting to it, and what belongs to it. */
export function AccountPage() {
  const { accountId } = useParams({ strict: false }) as { readonly accountId: string };
  const source = useQuery(q(accounts.get, { params: { id: accountId } }));
  if (source.data !== undefined) return <OneAccount account={source.data.account} />;
  const { error } = source;
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Page>
      <PageHeader title="Account" />
      {gone ? <EmptyState icon={IconWallet} title={messageOf('NOT_FOUND')} /> : null}
      {source.isError && !gone ? (
        <ErrorState title="Could not load the account" error={error} onRetry={() => void source.refetch()} />
      ) : null}
      {source.isPending ? (
        <>
          <Skeleton height={292} aria-busy />
          <Skeleton height={420} />
        </>
      ) : null}
    </Page>
  );
}

function OneAccount({ account }: { readonly account: AccountDetail }) {
  const { id, code, closed, currency, entityId, normalBalance } = account;
  const navigate = useNavigate();
  const [{ open, ask }, setSearch] = useUrlState(AccountSearch);
  const mayAnnotate = usePostPermission(metadata.annotateAccount, entityId);
  const mayAttach = usePostPermission(attachments.addToAccount, entityId);
  const mayPost = usePostPermission(intents.execute, entityId);
  const feed = useQuery(q(recon.status)).data?.accounts.find((fed) => fed.id === id);
  const stopAsking = (): void => setSearch({ ask: undefined });
  return (
    <Page>
      <PageHeader
        title={code}
        description={<AccountHead account={account} />}
        actions={
          <>
            <Button visibleFrom="sm" variant="default" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
              Print
            </Button>
            <DownloadStatement account={account} />
            <GuardedButton
              permission={closed ? { allowed: false, reason: messageOf('ACCOUNT_CLOSED') } : mayPost}
              leftSection={<IconPencilPlus size={14} />}
              onClick={() =>
                void navigate({ to: paths.postIntent, search: { [normalBalance === 'CR' ? 'debit' : 'credit']: id, currency } as never })
              }
            >
              Post from here
            </GuardedButton>
            <AccountActs
              account={account}
              onInterest={() => void navigate({ to: paths.accountInterest, params: { accountId: id } })}
              onChangeState={() => setSearch({ ask: 'state' })}
            />
          </>
        }
      />
      <Columns
        rail={open === undefined}
        main={
          <>
            <AccountFigures account={account} onChangeFloor={() => setSearch({ ask: 'floor' })} />
            <StatementGrid account={account} />
          </>
        }
        side={
          open === undefined ? (
            <>
              <MonthStatement
                account={account}
                isFed={feed !== undefined}
                today={today(new Date())}
                onShow={(days) => setSearch({ ...days, before: undefined })}
              />
              {feed === undefined ? null : <OpenRows account={account} open={feed.unmatched} />}
              <OpenHolds account={account} />
              <AccountFacts
                account={account}
                onChange={() => setSearch({ ask: 'change' })}
                onChangeParty={() => setSearch({ ask: 'party' })}
              />
              <Paper p="md">
                <Attachments key={id} of={{ is: 'account', id }} permission={mayAttach} order={2} />
              </Paper>
              <Paper p="md">
                <MetadataSection of={{ is: 'account', id }} permission={mayAnnotate} order={2} />
              </Paper>
            </>
          ) : (
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
          )
        }
      />
      <ChangeParty key={account.party_id} account={account} opened={ask === 'party'} onClose={stopAsking} />
      <ChangeAccount
        key={`change ${account.title} ${account.ledgerAccountId}`}
        account={account}
        opened={ask === 'change'}
        onClose={stopAsking}
      />
      <ChangeFloor key={`floor ${account.floor_minor}`} account={account} opened={ask === 'floor'} onClose={stopAsking} />
      <ChangeState account={account} opened={ask === 'state'} onClose={stopAsking} />
    </Page>
  );
}

import { Button, Stack } from '@mantine/core';
import { IconPencilPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { sayFloor } from '../../lib/values/account/floor.ts';
import { wordOfKind } from '../../lib/values/account/kind.ts';
import { MinorUnits } from '../../ui/money/MinorUnits.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import type { BalanceRow } from './rows.ts';

const normalWord = { DR: 'Debit', CR: 'Credit' } as const;

export function AccountPanel({ row, onClose }: { readonly row: BalanceRow; readonly onClose: () => void }) {
  const { account } = row;
  return (
    <SidePanel title={`Account ${row.code}`} onClose={onClose}>
      <Stack gap="md">
        <Facts
          facts={[
            ['Balance', <Money key="b" amountE8={row.balanceE8} minorUnits={row.minorUnits} currency={row.currency} showCurrency side />],
            [
              'Held',
              row.heldE8 === null ? null : (
                <Money key="h" amountE8={row.heldE8} minorUnits={row.minorUnits} currency={row.currency} showCurrency />
              ),
            ],
            [
              'Available',
              row.availableE8 === null ? null : (
                <Money key="v" amountE8={row.availableE8} minorUnits={row.minorUnits} currency={row.currency} showCurrency side />
              ),
            ],
            ['Minor units', <MinorUnits key="m" minor={row.balance} />],
            ['Account id', <Hash key="i" value={row.id} what="account id" whole />],
            ['Kind', account === null ? null : wordOfKind(account.kind)],
            ['GL account', account === null ? null : `${account.glCode} ${account.glTitle}`],
            ['Normal side', account === null ? null : normalWord[account.normalBalance]],
            [
              'Floor',
              account === null ? null : (
                <span key="f" data-amount>
                  {sayFloor(account)}
                </span>
              ),
            ],
            ['External ref', account?.externalRef ? <Hash key="e" value={account.externalRef} what="external reference" whole /> : null],
            [
              'Interest bucket',
              account?.interestBucket ? (
                <TextLink key="t" to={paths.accountInterest} params={{ accountId: row.id }}>
                  {account.interestBucket}
                </TextLink>
              ) : null,
            ],
            ...(account?.closed === true ? [['State', <StatusBadge key="s" status="closed" plain />] as const] : []),
          ]}
        />
        <Button
          leftSection={<IconReceipt size={14} />}
          renderRoot={(props) => <Link {...props} to={paths.account} params={{ accountId: row.id }} />}
        >
          Open the statement
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={14} />}
          renderRoot={(props) => <Link {...props} to={paths.postIntent} />}
        >
          Post an intent
        </Button>
      </Stack>
    </SidePanel>
  );
}

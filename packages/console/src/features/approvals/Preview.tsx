import type { ApprovalPreview } from '@countinghouse/contract/features/approvals';
import { settings } from '@countinghouse/contract/features/settings';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { atDecimals, minorUnitsIn, readMinorE8 } from '../../lib/values/money.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { Money } from '../../ui/money/Money.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';

/** Two words a line, beside amounts of eight decimals. */
const LIMIT_WIDTH_PX = 92;

type Account = ApprovalPreview['accounts'][number];

function Balances({ accounts }: { readonly accounts: readonly Account[] }) {
  const holds = accounts.some((a) => a.held_before !== a.held_after);
  const money = ({ currency, minorUnits }: Account, minor: string, side: boolean) => (
    <Money amountE8={readMinorE8(minor, minorUnits)} minorUnits={minorUnits} currency={currency} side={side} />
  );
  return (
    <TableScroll minWidth={holds ? 520 : 340} label="Balances after approval">
      <Table aria-label="Balances after approval" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th ta="right">Now</Table.Th>
            <Table.Th ta="right">After</Table.Th>
            {holds ? (
              <>
                <Table.Th ta="right">Held now</Table.Th>
                <Table.Th ta="right">Held after</Table.Th>
              </>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((a) => (
            <Table.Tr key={a.id}>
              <Table.Td className="nowrap">
                <strong>{a.code}</strong> <span className="dimmed">{a.currency}</span>
              </Table.Td>
              <Table.Td ta="right">{money(a, a.before, true)}</Table.Td>
              <Table.Td ta="right" fw={600}>
                {money(a, a.after, true)}
              </Table.Td>
              {holds ? (
                <>
                  <Table.Td ta="right">{money(a, a.held_before, false)}</Table.Td>
                  <Table.Td ta="right">{money(a, a.held_after, false)}</Table.Td>
                </>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

/** A figure is hidden where amounts are. */
const amountIn = (value: string | null): object => (value !== null && /^-?\d[\d,.]*$/.test(value) ? { 'data-amount': true } : {});

function Changes({ changes }: { readonly changes: ApprovalPreview['changes'] }) {
  const none = <span className="dimmed">—</span>;
  return (
    <TableScroll minWidth={320} label="What changes">
      <Table aria-label="What changes" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th>Now</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ what, before, after }) => (
            <Table.Tr key={what}>
              <Table.Td>{wordOf(what)}</Table.Td>
              <Table.Td {...amountIn(before)}>{before ?? none}</Table.Td>
              <Table.Td fw={600} {...amountIn(after)}>
                {after ?? none}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

const limitWords: ReadonlyMap<string, string> = new Map([
  ['high_risk_amount', 'High-risk amount'],
  ['txn_amount_max', 'Amount of an intent'],
  ['daily_txn_amount_max', 'Amount of a day'],
  ['daily_txn_count_max', 'Intents of a day'],
  ['four_eyes', 'Four eyes'],
  ['single_sign_on', 'Single sign-on'],
  ['allow_list', 'Allow list'],
]);
const wordOf = (what: string): string => limitWords.get(what) ?? `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;

/** What the day still allows, never below zero. */
function leftOf(key: string, value: string, used: string): string {
  if (key === 'daily_txn_count_max') return String(Math.max(0, Number.parseInt(value, 10) - Number.parseInt(used, 10)));
  const leftE8 = parseBalanceE8(value) - parseBalanceE8(used);
  return formatAmountE8(leftE8 < 0n ? 0n : leftE8);
}

function Limits({ limits }: { readonly limits: ApprovalPreview['limits'] }) {
  const currency = useQuery(q(settings.get)).data?.settings.reporting_currency ?? '';
  const minorUnits = minorUnitsIn(useCurrencies(), currency);
  const show = (key: string, value: string | null, way: 'up' | 'down') =>
    value === null ? (
      <span className="dimmed">—</span>
    ) : key === 'daily_txn_count_max' ? (
      <span className="numbers">{showCount(Number(value))}</span>
    ) : (
      <Money amountE8={atDecimals(parseBalanceE8(value), minorUnits, way)} minorUnits={minorUnits} currency={currency} />
    );
  return (
    <TableScroll minWidth={340} label="Limits">
      <Table aria-label="Limits" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Limit, {currency}</Table.Th>
            <Table.Th ta="right">Used today</Table.Th>
            <Table.Th ta="right">Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {limits.map(({ key, value, used }) => (
            <Table.Tr key={key}>
              <Table.Td miw={LIMIT_WIDTH_PX}>{wordOf(key)}</Table.Td>
              <Table.Td ta="right">{show(key, used, 'up')}</Table.Td>
              <Table.Td ta="right" fw={600}>
                {show(key, used === null ? value : leftOf(key, value, used), 'down')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

/** What approving comes to, were it done now: balances, limits, policies; or the guard that does not hold any more. */
export function Preview({ preview }: { readonly preview: ApprovalPreview }) {
  const { outcome, code, message, accounts, changes, policies } = preview;
  // The high-risk amount is why it waits: the facts say it.
  const limits = preview.limits.filter(({ key }) => key !== 'high_risk_amount');
  return (
    <Stack gap="xs">
      {outcome === 'broken' ? (
        <Alert color="red" title={`Approving would reject it: ${code ?? ''}`} icon={<IconAlertTriangle size={16} />}>
          {message}
        </Alert>
      ) : null}
      {accounts.length === 0 ? null : <Balances accounts={accounts} />}
      {changes.length === 0 ? null : <Changes changes={changes} />}
      {limits.length === 0 ? null : <Limits limits={limits} />}
      {policies.map(({ name, verdict }) => (
        <Text key={name} size="sm">
          {name}: <strong>{verdict}</strong>
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        As it would be now{limits.length === 0 ? '' : '; what waits counts as used already'}. Every guard runs again when it is approved.
      </Text>
    </Stack>
  );
}

import { HeldDetails, type Receipt } from '@countinghouse/contract/features/intents';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock, IconCopyPlus, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError, errorMessageOf } from '../../../lib/calls/api-error.ts';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { minorUnitsIn, readAmountE8, sumByCurrency, typedAmountE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { RouteLine } from '../../../ui/money/RouteLine.tsx';
import { Facts } from '../../../ui/table/Facts.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { Hash } from '../../../ui/value/Hash.tsx';
import { JsonViewer } from '../../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import type { DraftRow, UseCase } from './draft.ts';
import classes from './Outcome.module.css';

const ICON_SIZE = 18;

function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Facts
      facts={[
        [
          'Status',
          <Group key="s" gap={4}>
            <StatusBadge status={receipt.status} />
            {receipt.duplicate ? <StatusBadge status="duplicate" /> : null}
          </Group>,
        ],
        [
          'Seq',
          <Link key="q" to={paths.events} search={{ open: receipt.seq }}>
            {receipt.seq}
          </Link>,
        ],
        ['Event id', <Hash key="e" value={receipt.eventId} what="event id" whole />],
        ['Event hash', <Hash key="h" value={receipt.eventHash} what="event hash" whole />],
        [
          'Intent',
          <Link key="i" to={paths.intent} params={{ intentId: receipt.intentId }}>
            {receipt.intentId}
          </Link>,
        ],
        [
          'Approval',
          receipt.approvalId === undefined ? null : (
            <Link key="a" to={paths.approval} params={{ approvalId: receipt.approvalId }}>
              {receipt.approvalId}
            </Link>
          ),
        ],
      ]}
    />
  );
}

interface BoxProps {
  readonly title: string;
  /** What its head says, where that is not its name. */
  readonly heading?: string;
  readonly tone: 'good' | 'bad' | 'held';
  /** `alert` interrupts a screen reader, `status` waits for it. */
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

const icons = { good: IconCircleCheck, bad: IconCircleX, held: IconClock } as const;

/** Comes into view by itself: whoever pressed Submit is looking at the end of the form. */
function Box({ title, heading = title, tone, role, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const Icon = icons[tone];
  return (
    <Paper ref={box} role={role} aria-label={title} className={`${classes['box']} ${classes[tone]}`}>
      <div className={classes['head']}>
        <Icon size={ICON_SIZE} aria-hidden />
        <Title order={2} size="h6" fz="md">
          {heading}
        </Title>
      </div>
      <Stack gap="sm" mt={6}>
        {children}
      </Stack>
    </Paper>
  );
}

const headings: Readonly<Record<UseCase, string>> = {
  manual_post: 'Posted',
  hold: 'Held',
  capture: 'Captured',
  void: 'Voided',
  reversal: 'Taken back',
};

/** What the accounts hold now, as the receipt says it. */
function BalancesAfter({ balances }: { readonly balances: NonNullable<Receipt['balances']> }) {
  const currencies = useCurrencies();
  return (
    <TableScroll minWidth={260} label="Balances after">
      <Table aria-label="Balances after">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th ta="right">Balance now</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {balances.map(({ accountId, code, currency, balance }) => (
            <Table.Tr key={accountId}>
              <Table.Td>
                <TextLink to={paths.account} params={{ accountId }}>
                  {code}
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">
                <Money
                  amountE8={readAmountE8(balance)}
                  minorUnits={minorUnitsIn(currencies, currency)}
                  currency={currency}
                  showCurrency
                  side
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

/** Of what is not posted, or not yet: the amounts that its rows come to, and the accounts of the first. */
function Moved({ rows }: { readonly rows: readonly DraftRow[] }) {
  const currencies = useCurrencies();
  const accounts = useAccountsNamed(rows.flatMap((r) => [r.debitAccount, r.creditAccount]));
  const codeOf = (id: string): string => accounts.find((a) => a.id === id)?.code ?? '';
  const sums = sumByCurrency(rows, ({ currency, amount }) => ({ currency, amountE8: typedAmountE8(amount) ?? 0n }));
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <Group gap="xs" align="baseline">
      {[...sums].map(([currency, amountE8]) => (
        <Text key={currency} size="lg" fw={600} component="span">
          <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
        </Text>
      ))}
      {accounts.length === 0 ? null : (
        <RouteLine route={{ debit: codeOf(first.debitAccount), credit: codeOf(first.creditAccount), more: rows.length - 1 }} />
      )}
    </Group>
  );
}

const done: Readonly<Record<UseCase, string>> = {
  manual_post: 'Posted once, and chained.',
  hold: 'Held, and chained. Nothing is posted until it is captured.',
  capture: 'Captured once, and chained.',
  void: 'Voided, and chained. What was held is free again.',
  reversal: 'Taken back once, and chained.',
};

function saidOf(receipt: Receipt, useCase: UseCase): string {
  if (receipt.status === 'rejected') return messageOf(receipt.error ?? 'UNKNOWN');
  if (receipt.duplicate) return 'This key was used before: nothing was posted again, this is the first receipt.';
  if (receipt.status !== 'proposed') return done[useCase];
  return HeldDetails.safeParse(receipt.details).data?.eligible === 0
    ? 'Held for approval, and nobody but you could approve it: invite a second owner under People.'
    : 'Held for approval. Nothing is posted until somebody else approves it.';
}

/** What became of the intent: its receipt, or the Rejected box with the raw response. */
export function ReceiptBox({
  receipt,
  rejection,
  useCase,
  again,
  narrative = '',
  rows = [],
  onDuplicate,
  sent,
}: {
  readonly receipt: Receipt;
  readonly rejection: unknown;
  readonly useCase: UseCase;
  /** The next act, where there is one to offer. */
  readonly again: { readonly label: string; readonly onPress: () => void } | null;
  readonly narrative?: string;
  /** What it moves, told while nothing is posted. */
  readonly rows?: readonly DraftRow[];
  /** Begins another act with the same rows. */
  readonly onDuplicate?: () => void;
  /** The request, folded. */
  readonly sent?: unknown;
}) {
  const rejected = receipt.status === 'rejected';
  return (
    <Box
      title={rejected ? 'Rejected' : 'Receipt'}
      heading={rejected ? 'Not posted' : receipt.status === 'proposed' ? 'Waiting for a second person' : headings[useCase]}
      tone={rejected ? 'bad' : receipt.status === 'proposed' ? 'held' : 'good'}
      role="status"
    >
      {narrative === '' ? null : (
        <Text size="sm" fw={600}>
          {narrative}
        </Text>
      )}
      {receipt.status === 'executed' ? null : <Moved rows={rows} />}
      <Text size="sm">
        {rejected ? <span className="mono">{receipt.error} </span> : null}
        {saidOf(receipt, useCase)}
      </Text>
      <Group gap="xs">
        {again === null ? null : (
          <Button {...(rejected ? { variant: 'default' } : {})} leftSection={<IconPlus size={14} />} onClick={again.onPress}>
            {again.label}
          </Button>
        )}
        {onDuplicate === undefined ? null : (
          <Button variant="default" leftSection={<IconCopyPlus size={14} />} onClick={onDuplicate}>
            Duplicate as new
          </Button>
        )}
        <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.events} search={{ open: receipt.seq }} />}>
          View event
        </Button>
        <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.intents} search={{ open: receipt.intentId }} />}>
          View in log
        </Button>
      </Group>
      {receipt.balances === undefined || receipt.balances.length === 0 ? null : <BalancesAfter balances={receipt.balances} />}
      <ReceiptFacts receipt={receipt} />
      {rejected ? (
        <details className={classes['folded']} open>
          <summary>Details</summary>
          <JsonViewer value={rejection ?? receipt} what="raw response" />
        </details>
      ) : sent === undefined ? null : (
        <details className={classes['folded']}>
          <summary>What was sent</summary>
          <JsonViewer value={sent} what="request" />
        </details>
      )}
    </Box>
  );
}

/** A failure that settled nothing: the key is still good. */
export function FailureBox({ error }: { readonly error: unknown }) {
  const payload = error instanceof ApiError ? error.payload : null;
  return (
    <Box title="Intent failed" tone="bad" role="alert">
      <Text size="sm">
        {error instanceof ApiError ? <span className="mono">{error.code} </span> : null}
        {errorMessageOf(error)}
      </Text>
      {payload === null ? null : <JsonViewer value={payload} what="raw response" />}
    </Box>
  );
}

import type { OpenReconPosting, ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/screen/paths.ts';
import type { Permission } from '../../../lib/session/use-tenant.ts';
import { showDay } from '../../../lib/values/time.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { Facts } from '../../../ui/table/Facts.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Amount } from '../rows/Amount.tsx';
import { CertaintyBadge } from './CertaintyBadge.tsx';
import { Marked } from './Marked.tsx';
import classes from './Match.module.css';
import { sumOf } from './SuggestionLine.tsx';
import { daysApart, postingKey, sharedWordOf } from './suggestion.ts';

interface WhyPanelProps {
  readonly suggestion: ReconSuggestion;
  /** `1 of 5`. */
  readonly place: string;
  readonly permission: Permission;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
  readonly onClose: () => void;
}

/** Why a row and a posting may belong together, field by field, and both as they came. */
export function WhyPanel({ suggestion, place, permission, isConfirming, onConfirm, onReject, onClose }: WhyPanelProps) {
  const { rows, postings, certainty, reason } = suggestion;
  const word = sharedWordOf(suggestion);
  return (
    <SidePanel
      title="Why this match"
      actions={
        <Text size="xs" c="dimmed">
          {place}
        </Text>
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <Group gap={8} wrap="nowrap" align="baseline">
          <CertaintyBadge certainty={certainty} />
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        </Group>
        <Compared suggestion={suggestion} word={word} />
        {rows.map((row) => (
          <Part key={row.id} title="Statement row">
            <Facts
              facts={[
                ['Amount', <Amount key="a" amount={row.amount} currency={row.currency} shown plus />],
                ['Text', row.description === '' ? '' : <Marked key="t" text={row.description} word={word} />],
                ['Reference', row.reference === '' ? '' : <Marked key="r" text={row.reference} word={word} />],
                ['Who', row.counterparty],
                ['Day', row.posted_at],
                ['Source', `${row.source}${row.statement === '' ? '' : `, statement ${row.statement}`}, line ${row.line}`],
              ]}
            />
          </Part>
        ))}
        {postings.map((posting) => (
          <Part key={postingKey(posting)} title="Posting">
            <PostingFacts posting={posting} account={rows[0]?.account_code ?? ''} word={word} />
          </Part>
        ))}
        <div className={classes['decide']}>
          <Button variant="default" size="xs" leftSection={<IconX size={13} />} onClick={onReject}>
            Not a match
          </Button>
          <GuardedButton size="xs" permission={permission} loading={isConfirming} leftSection={<IconCheck size={13} />} onClick={onConfirm}>
            Confirm
          </GuardedButton>
        </div>
      </Stack>
    </SidePanel>
  );
}

function PostingFacts({
  posting,
  account,
  word,
}: {
  readonly posting: OpenReconPosting;
  readonly account: string;
  readonly word: string | null;
}) {
  const { narrative, intent_id, counterparty, amount, currency, value_date, seq, reversed } = posting;
  const other = (
    <TextLink key="o" to={paths.account} params={{ accountId: counterparty.id }}>
      {counterparty.code}
    </TextLink>
  );
  const isOut = amount.startsWith('-');
  return (
    <Facts
      facts={[
        ['Amount', <Amount key="a" amount={amount} currency={currency} shown plus />],
        ['Narrative', narrative === '' ? '' : <Marked key="n" text={narrative} word={word} />],
        ['Debit', isOut ? other : account],
        ['Credit', isOut ? account : other],
        ['Value date', value_date],
        [
          'Intent',
          <TextLink key="i" to={paths.intent} params={{ intentId: intent_id }}>{`Event ${seq.toLocaleString('en-GB')}`}</TextLink>,
        ],
        ['State', reversed ? 'Its intent was taken back, or takes one back.' : ''],
      ]}
    />
  );
}

function Compared({ suggestion, word }: { readonly suggestion: ReconSuggestion; readonly word: string | null }) {
  const { rows, postings } = suggestion;
  const currency = rows[0]?.currency ?? '';
  const days = (all: readonly string[]): string => [...new Set(all)].map((day) => showDay(day)).join(', ');
  const mark = word === null ? null : <mark>{word}</mark>;
  const total = (items: readonly { readonly amount: string }[]): ReactNode => (
    <Amount amount={formatAmountE8(sumOf(items))} currency={currency} plus />
  );
  const lines: readonly (readonly [string, ReactNode, ReactNode, boolean])[] = [
    ['Amount', total(rows), total(postings), true],
    ['Day', days(rows.map((r) => r.posted_on)), days(postings.map((p) => p.value_date)), daysApart(suggestion) === 0],
    ...(mark === null ? [] : [['Reference', mark, mark, true] as const]),
  ];
  return (
    <Table aria-label="Both sides" className={classes['compared'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-label="What" />
          <Table.Th>At the bank</Table.Th>
          <Table.Th>In the books</Table.Th>
          <Table.Th aria-label="The same" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(([what, bank, books, isSame]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row">{what}</Table.Th>
            <Table.Td>{bank}</Table.Td>
            <Table.Td>{books}</Table.Td>
            <Table.Td>
              {isSame ? (
                <IconCheck size={14} className={classes['done'] ?? ''} role="img" aria-label="the same" />
              ) : (
                <span className={classes['differs']}>differs</span>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className={classes['part']}>
    <Title order={3} size="xs" mb={6}>
      {title}
    </Title>
    {children}
  </section>
);

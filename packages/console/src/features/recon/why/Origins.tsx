// Where both sides come from: the rows of the bank and the postings, as they came.
import { intents } from '@countinghouse/contract/features/intents';
import type { OpenReconPosting } from '@countinghouse/contract/recon-shapes';
import { Title } from '@mantine/core';
import { IconBook2, IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { Facts } from '../../../ui/table/Facts.tsx';
import { Actor } from '../../../ui/value/Actor.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { Amount } from '../parts/Amount.tsx';
import { Marked } from './Marked.tsx';
import type { Paired } from './suggestion.ts';
import type { BooksWho } from './use-books-who.ts';
import classes from './Why.module.css';

interface RowPartProps {
  readonly row: Paired['rows'][number];
  readonly word: string | null;
  /** The only one: its amount and day stand in the comparison. */
  readonly isOne: boolean;
}

export function RowPart({ row, word, isOne }: RowPartProps) {
  const { amount, currency, description, reference, counterparty, posted_at, posted_on, source, statement, line } = row;
  return (
    <Part title="Statement row" icon={<IconBuildingBank size={14} aria-hidden />}>
      <Facts
        facts={[
          ['Amount', isOne ? '' : <Amount key="a" amount={amount} currency={currency} shown plus />],
          ['Text', description === '' ? '' : <Marked key="t" text={description} word={word} />],
          ['Reference', reference === '' ? '' : <Marked key="r" text={reference} word={word} />],
          ['Who', counterparty],
          ['Booked', isOne && posted_at === posted_on ? '' : posted_at],
          ['Source', `${source}${statement === '' ? '' : `, statement ${statement}`}, line ${line}`],
        ]}
      />
    </Part>
  );
}

interface PostingPartProps {
  readonly posting: OpenReconPosting;
  /** The code of the account that the bank tells about. */
  readonly account: string;
  readonly word: string | null;
  readonly party: BooksWho | undefined;
  readonly isOne: boolean;
}

export function PostingPart({ posting, account, word, party, isOne }: PostingPartProps) {
  const { narrative, intent_id, counterparty, amount, currency, value_date, seq, reversed } = posting;
  const intent = useQuery(q(intents.get, { params: { intent_id } })).data?.intent;
  const event = intent?.events.find((e) => e.seq === seq);
  const other = (
    <TextLink key="o" to={paths.account} params={{ accountId: counterparty.id }}>
      {counterparty.code}
    </TextLink>
  );
  const isOut = amount.startsWith('-');
  return (
    <Part title="Posting" icon={<IconBook2 size={14} aria-hidden />}>
      <Facts
        facts={[
          ['Amount', isOne ? '' : <Amount key="a" amount={amount} currency={currency} shown plus />],
          ['Narrative', narrative === '' ? '' : <Marked key="n" text={narrative} word={word} />],
          ['Debit', isOut ? other : account],
          ['Credit', isOut ? account : other],
          [
            'Party',
            party === undefined ? (
              ''
            ) : (
              <TextLink key="p" to={paths.party} params={{ partyId: party.partyId }}>
                {party.name}
              </TextLink>
            ),
          ],
          ['Value date', isOne ? '' : value_date],
          ['Posted by', intent === undefined ? '' : <Actor key="b" id={intent.actor_id} initials />],
          [
            'Event',
            <span key="i">
              <TextLink to={paths.intent} params={{ intentId: intent_id }}>
                {showCount(seq)}
              </TextLink>
              {event === undefined ? null : (
                <>
                  , <Timestamp at={event.created_at} absolute />
                </>
              )}
            </span>,
          ],
          ['State', reversed ? 'Its intent was taken back, or takes one back.' : ''],
        ]}
      />
    </Part>
  );
}

const Part = ({ title, icon, children }: { readonly title: string; readonly icon: ReactNode; readonly children: ReactNode }) => (
  <section aria-label={title} className={classes['part']}>
    <Title order={3} size="xs" mb={6}>
      {icon} {title}
    </Title>
    {children}
  </section>
);

import type { PartyPosition } from '@countinghouse/contract/features/parties';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Line, Lines } from '../../ui/table/Lines.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './Party.module.css';

interface PartyMovementsProps {
  readonly partyId: string;
  readonly title: string;
  readonly movements: PartyPosition['movements'];
}

/** Postings on accounts of a party: narrative first, a debit above zero. */
export function PartyMovements({ partyId, title, movements }: PartyMovementsProps) {
  return (
    <Panel
      title={title}
      flush
      aside={
        <span className={classes['aside']}>
          <TextLink to={paths.partyStatement} params={{ partyId }}>
            Statement of account
          </TextLink>
        </span>
      }
    >
      {movements.length === 0 ? <p className={classes['none']}>Nothing was posted to its accounts yet.</p> : null}
      <Lines label={title}>
        {movements.map((m) => (
          <Line
            key={`${m.seq}.${m.line} ${m.account_id}`}
            before={
              <time className={classes['day']} dateTime={m.value_date}>
                {showDay(m.value_date)}
              </time>
            }
            title={<Narrative of={m} />}
            below={
              <>
                {m.account_code}, {m.amount.startsWith('-') ? 'to' : 'from'} {m.other_code}
              </>
            }
          >
            <Money amountE8={readMinorE8(m.amount, m.minorUnits)} minorUnits={m.minorUnits} currency={m.currency} showCurrency plus />
          </Line>
        ))}
      </Lines>
    </Panel>
  );
}

function Narrative({ of }: { readonly of: PartyPosition['movements'][number] }) {
  const words = of.narrative === '' ? 'Without a narrative' : of.narrative;
  return of.intent_id === null ? (
    <span>{words}</span>
  ) : (
    <Link to={paths.intent} params={{ intentId: of.intent_id }}>
      {words}
    </Link>
  );
}

import type { PartyPosition } from '@countinghouse/contract/features/parties';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
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
      <ul className={classes['lines']} aria-label={title}>
        {movements.map((m) => (
          <li key={`${m.seq}.${m.line} ${m.account_id}`}>
            <time className={classes['day']} dateTime={m.value_date}>
              {showDay(m.value_date)}
            </time>
            <span className={`${classes['two']} ${classes['grow']}`}>
              {m.intent_id === null ? (
                <strong>{m.narrative === '' ? 'Without a narrative' : m.narrative}</strong>
              ) : (
                <TextLink to={paths.intent} params={{ intentId: m.intent_id }}>
                  {m.narrative === '' ? 'Without a narrative' : m.narrative}
                </TextLink>
              )}
              <small>
                {m.account_code}, {m.amount.startsWith('-') ? 'to' : 'from'} {m.other_code}
              </small>
            </span>
            <Money amountE8={readMinorE8(m.amount, m.minorUnits)} minorUnits={m.minorUnits} currency={m.currency} showCurrency plus />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

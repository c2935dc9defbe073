import type { Statement, Translation } from '@countinghouse/contract/features/reports';
import { wordOfDerivation, wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showDay, showInstant } from '../../lib/values/time.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './ReportOrigin.module.css';

type Origin = Pick<Statement, 'generated_at' | 'position'>;

/** What a translation was made with, a line each currency; above it, what no rate leads from. */
export function Rates({ translation }: { readonly translation: Translation }) {
  const { currency, conversions, missing } = translation;
  return (
    <>
      {missing.length === 0 ? null : (
        <Alert color="orange" icon={<IconAlertTriangle size={16} />} title={`No rate leads to ${currency}`}>
          From {[...new Set(missing.map((m) => m.currency))].join(', ')} there is no rate on the day of the report, so lines with it have no
          figure in {currency}.{' '}
          <TextLink inText to={paths.fx}>
            Set a rate
          </TextLink>
          , or choose another currency.
        </Alert>
      )}
      {conversions.length === 0 ? null : (
        <ul className={classes['rates']} aria-label="Rates used">
          {conversions.map(({ column, from, how, rates }) => (
            <li key={`${column} ${from}`}>
              {from} to {currency}
              {column === 'prior' ? ', prior period' : ''}:{' '}
              {rates.map((r, index) => (
                <span key={`${r.base_currency}${r.quote_currency}`}>
                  {index === 0 ? '' : ' and '}
                  {r.base_currency}/{r.quote_currency} <strong>{r.rate}</strong> of {showDay(r.asof.slice(0, 10), '')},{' '}
                  {wordOfRateSource(r.source)}
                </span>
              ))}
              {wordOfDerivation({ from, how, rates })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What a statement tells apart of what the system booked. */
export function LeftOut({ report }: { readonly report: Pick<Statement, 'left_out' | 'translation'> }) {
  return report.left_out.map((what) => (
    <Text key={what} size="xs" c="dimmed">
      {what === 'revaluation'
        ? `Revaluation differences are shown in their own currency only: the closing rates that translate to ${report.translation.currency} contain them.`
        : 'The year is shown as before it was closed: what was booked to retained earnings is not taken off income and expenses.'}
    </Text>
  ));
}

/** Where in the log a report stands, and when it was made. */
export function ReportOrigin({ report }: { readonly report: Origin }) {
  const [zone] = useTimeZone();
  const { seq, event_hash } = report.position;
  return (
    <Text size="xs" c="dimmed" component="div" className={classes['origin'] ?? ''}>
      Generated {showInstant(report.generated_at, zone, '')} at seq {seq}, event <Hash value={event_hash} what="hash of the event" />
    </Text>
  );
}

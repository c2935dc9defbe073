import type { CashPosition } from '@countinghouse/contract/features/reports';
import { readMinorE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import classes from './CashTable.module.css';

interface Figures {
  readonly balance: string;
  readonly movements: readonly string[];
  readonly projected: string;
}

interface CashTableProps {
  readonly report: CashPosition;
  /** On a phone: entity and currency below the name, and what it comes to in the end before the days that lead there. */
  readonly narrow?: boolean;
}

const ALL = 'All currencies, translated';

/** Accounts by entity; a day on which nothing moves has a dash. */
export function CashTable({ report, narrow = false }: CashTableProps) {
  const { accounts, totals, translated, translation, days, as_of } = report;
  const all =
    translated === null ? [] : [{ ...translated, currency: translation.currency, minorUnits: translation.minorUnits, label: ALL }];
  const projected = (
    <th scope="col" className={`${classes['figure']} ${classes['end']} ${classes['sided']}`}>
      Projected
    </th>
  );
  return (
    <table className={`${classes['table']} ${narrow ? classes['narrow'] : ''}`} aria-label="Cash position">
      <thead>
        <tr>
          {narrow ? null : <th scope="col">Entity</th>}
          <th scope="col" className={classes['names']}>
            Account
          </th>
          {narrow ? null : <th scope="col">Currency</th>}
          <th scope="col" className={`${classes['figure']} ${classes['sided']}`}>
            {showDay(as_of)}
          </th>
          {narrow ? projected : null}
          {days.map((day) => (
            <th key={day} scope="col" className={classes['figure']}>
              {showDay(day)}
            </th>
          ))}
          {narrow ? null : projected}
        </tr>
      </thead>
      <tbody>
        {accounts.map((a) => (
          <tr key={a.id}>
            {narrow ? null : <td>{a.entity_code ?? <span className="dimmed">—</span>}</td>}
            <th scope="row" title={`${a.gl_code} ${a.gl_title}`}>
              {a.code}
              {narrow ? <Below words={[a.entity_code, a.currency]} /> : null}
            </th>
            {narrow ? null : <td>{a.currency}</td>}
            <FigureCells figures={a} currency={a.currency} minorUnits={a.minorUnits} narrow={narrow} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        {[...totals.map((t) => ({ ...t, label: 'Total' })), ...all].map((t) => (
          <tr key={`${t.label} ${t.currency}`}>
            <th scope="row" colSpan={narrow ? 1 : 2}>
              {t.label}
              {narrow ? <Below words={[t.currency]} /> : null}
            </th>
            {narrow ? null : <td>{t.currency}</td>}
            <FigureCells figures={t} currency={t.currency} minorUnits={t.minorUnits} narrow={narrow} />
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

const Below = ({ words }: { readonly words: readonly (string | null)[] }) => (
  <div className={classes['below']}>{words.filter((word) => word !== null).join(' · ')}</div>
);

function FigureCells({
  figures,
  currency,
  minorUnits,
  narrow,
}: {
  readonly figures: Figures;
  readonly currency: string;
  readonly minorUnits: number;
  readonly narrow: boolean;
}) {
  const { balance, movements, projected } = figures;
  const money = (text: string, side: boolean) => (
    <Money amountE8={readMinorE8(text, minorUnits)} minorUnits={minorUnits} currency={currency} side={side} plus={!side} />
  );
  const end = <td className={`${classes['figure']} ${classes['end']}`}>{money(projected, true)}</td>;
  return (
    <>
      <td className={classes['figure']}>{money(balance, true)}</td>
      {narrow ? end : null}
      {movements.map((text, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is its day
        <td key={day} className={classes['figure']}>
          {text === '0' ? <span className={classes['still']}>–</span> : money(text, false)}
        </td>
      ))}
      {narrow ? null : end}
    </>
  );
}

import type { AgedFigures, Ageing } from '@countinghouse/contract/features/reports';
import type { ReactNode } from 'react';
import { readMinorE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import classes from '../CashTable.module.css';

const [MIN_WIDTH_PX, COMPACT_WIDTH_PX] = [860, 600];
const parts = [
  ['current', 'Current'],
  ['up_to_30', '1–30 days'],
  ['up_to_60', '31–60 days'],
  ['up_to_90', '61–90 days'],
  ['older', 'Over 90 days'],
  ['advance', 'In advance'],
] as const satisfies readonly (readonly [keyof AgedFigures, string])[];

const total = ['total', 'Total'] as const;
/** On a phone the total stands beside the name; what it is made of is scrolled to. */
const columnsOf = (narrow: boolean) => (narrow ? [total, ...parts] : [...parts, total]);

interface Figures extends AgedFigures {
  readonly currency: string;
  readonly minorUnits: number;
}

interface Line extends Figures {
  readonly key: string;
  readonly name: ReactNode;
}

interface AgeingTableProps {
  readonly label: string;
  /** What the first column holds. */
  readonly of: string;
  readonly lines: readonly Line[];
  readonly totals?: Ageing['totals'];
  /** Beside other things: the first column names the currency too. */
  readonly compact?: boolean;
  /** On a phone: the currency below the name. */
  readonly narrow?: boolean;
}

const figureClass = (name: keyof AgedFigures): string => `${classes['figure']} ${name === 'total' ? classes['end'] : ''}`;

/** What is open by how long it has been due; a dash where nothing is. */
export function AgeingTable({ label, of, lines, totals = [], compact = false, narrow = false }: AgeingTableProps) {
  const isNamed = compact || narrow;
  return (
    <TableScroll matrix label={label} minWidth={narrow ? 0 : compact ? COMPACT_WIDTH_PX : MIN_WIDTH_PX}>
      <table className={`${classes['table']} ${narrow ? classes['narrow'] : ''}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={classes['names']}>
              {of}
            </th>
            {isNamed ? null : <th scope="col">Currency</th>}
            {columnsOf(narrow).map(([name, title]) => (
              <th key={name} scope="col" className={figureClass(name)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                {line.name}
                {narrow && !compact ? <div className={classes['below']}>{line.currency}</div> : null}
              </th>
              {isNamed ? null : <td>{line.currency}</td>}
              <FigureCells figures={line} narrow={narrow} />
            </tr>
          ))}
        </tbody>
        {totals.length === 0 ? null : (
          <tfoot>
            {totals.map((total) => (
              <tr key={total.currency}>
                <th scope="row">
                  Total
                  {narrow ? <div className={classes['below']}>{total.currency}</div> : null}
                </th>
                {narrow ? null : <td>{total.currency}</td>}
                <FigureCells figures={total} narrow={narrow} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </TableScroll>
  );
}

function FigureCells({ figures, narrow }: { readonly figures: Figures; readonly narrow: boolean }) {
  const { currency, minorUnits } = figures;
  return columnsOf(narrow).map(([name]) => (
    <td key={name} className={figureClass(name)}>
      {figures[name] === '0' ? (
        <span className="dimmed">–</span>
      ) : (
        <Money amountE8={readMinorE8(figures[name], minorUnits)} minorUnits={minorUnits} currency={currency} />
      )}
    </td>
  ));
}

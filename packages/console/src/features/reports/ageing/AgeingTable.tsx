import type { AgedFigures, Ageing } from '@countinghouse/contract/features/reports';
import type { ReactNode } from 'react';
import { readMinorE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import classes from '../CashTable.module.css';

const [MIN_WIDTH_PX, COMPACT_WIDTH_PX] = [860, 600];
const columns = [
  ['current', 'Current'],
  ['up_to_30', '1–30 days'],
  ['up_to_60', '31–60 days'],
  ['up_to_90', '61–90 days'],
  ['older', 'Over 90 days'],
  ['advance', 'In advance'],
  ['total', 'Total'],
] as const satisfies readonly (readonly [keyof AgedFigures, string])[];

interface Line extends AgedFigures {
  readonly key: string;
  readonly name: ReactNode;
  readonly currency: string;
  readonly minorUnits: number;
}

interface AgeingTableProps {
  readonly label: string;
  /** What the first column holds. */
  readonly of: string;
  readonly lines: readonly Line[];
  readonly totals?: Ageing['totals'];
  /** Beside other things: the first column names the currency too. */
  readonly compact?: boolean;
}

/** What is open by how long it has been due; a dash where nothing is. */
export function AgeingTable({ label, of, lines, totals = [], compact = false }: AgeingTableProps) {
  return (
    <TableScroll matrix label={label} minWidth={compact ? COMPACT_WIDTH_PX : MIN_WIDTH_PX}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={classes['names']}>
              {of}
            </th>
            {compact ? null : <th scope="col">Currency</th>}
            {columns.map(([name, title]) => (
              <th key={name} scope="col" className={classes['figure']}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">{line.name}</th>
              {compact ? null : <td>{line.currency}</td>}
              <FigureCells figures={line} />
            </tr>
          ))}
        </tbody>
        {totals.length === 0 ? null : (
          <tfoot>
            {totals.map((total) => (
              <tr key={total.currency}>
                <th scope="row">Total</th>
                <td>{total.currency}</td>
                <FigureCells figures={total} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </TableScroll>
  );
}

function FigureCells({ figures }: { readonly figures: AgedFigures & { readonly currency: string; readonly minorUnits: number } }) {
  const { currency, minorUnits } = figures;
  return columns.map(([name]) => (
    <td key={name} className={classes['figure']}>
      {figures[name] === '0' ? (
        <span className="dimmed">–</span>
      ) : (
        <Money amountE8={readMinorE8(figures[name], minorUnits)} minorUnits={minorUnits} currency={currency} />
      )}
    </td>
  ));
}

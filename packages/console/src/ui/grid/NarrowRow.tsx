import { TwoLines } from '../table/TwoLines.tsx';
import type { GridColumn, NarrowPlace } from './column.ts';
import classes from './DataGrid.module.css';

/** A list that is wider scrolls sideways where its columns have no room. */
export const NARROW_PX = 640;
const BELOW_MAX = 2;

interface NarrowRowProps<T> {
  readonly columns: readonly GridColumn<T>[];
  readonly row: T;
}

/** A row where a list is narrow: its columns in two lines, each in its place. */
export function NarrowRow<T>({ columns, row }: NarrowRowProps<T>) {
  const at = (place: NarrowPlace): readonly GridColumn<T>[] => columns.filter((c) => c.narrow === place);
  const saying = (place: NarrowPlace): readonly GridColumn<T>[] => at(place).filter((c) => c.text === undefined || c.text(row) !== '');
  const draw = (column: GridColumn<T> | undefined) => (column === undefined ? null : (column.narrowCell ?? column.cell)(row));
  const [acts] = at('acts');
  return (
    <div className={classes['narrow']}>
      <TwoLines
        title={draw(at('title')[0])}
        amount={draw(saying('end')[0])}
        below={saying('below')
          .slice(0, BELOW_MAX)
          .map((column, n) => (
            <span key={column.id}>
              {n === 0 ? null : ' · '}
              {draw(column)}
            </span>
          ))}
        state={draw(saying('state')[0])}
      />
      {acts === undefined ? null : <div className={classes['narrowActs']}>{draw(acts)}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { FilterInput } from '../form/FilterInput.tsx';
import { type Compact, DataGrid } from '../grid/DataGrid.tsx';
import type { Paging } from '../grid/GridFooter.tsx';
import { ExportIcon } from './ExportButton.tsx';
import { ListCount } from './ListCount.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import type { List, Target } from './use-list.ts';

export interface ListGridProps<T> {
  readonly list: List<T>;
  readonly label: string;
  /** What is said when loading failed. */
  readonly failed: string;
  /** Nothing there yet, with the first thing to do. */
  readonly empty: ReactNode;
  /** The free-text filter `q`; none where the list has none. */
  readonly filter?: { readonly label: string; readonly placeholder: string };
  /** What decides what is listed at all, before the filters. */
  readonly before?: ReactNode;
  /** Further filters, behind the free-text one. */
  readonly choices?: ReactNode;
  /** What is counted, "accounts"; or the sentence itself. */
  readonly counts?: string | { readonly sentence: ReactNode };
  /** Before the count. */
  readonly news?: ReactNode;
  /** Behind the count. */
  readonly afterCount?: ReactNode;
  readonly refresh?: boolean;
  /** The file in which what it shows is taken away, where no button above the list does so. */
  readonly fileName?: string;
  readonly footer?: ReactNode;
  readonly minWidth?: number;
  /** Two lines a row, where the list is narrow. */
  readonly compact?: Compact<T>;
  /** Space, on the active row. */
  readonly onChoose?: (row: T) => void;
  /** Above the foot while rows are chosen. */
  readonly bar?: ReactNode;
  /** A row opens beside the list. */
  readonly opensPanel?: boolean;
  /** What opens beside the list for a row, where that is not its own id; with `openId` the row that is open. */
  readonly opens?: (row: T) => Readonly<Record<string, unknown>>;
  readonly openId?: string | null;
  /** What else a press on a row does. */
  readonly onPress?: (row: T) => void;
  /** What a row leads to: where it does not open beside the list, and in a new tab. */
  readonly leadsTo?: (row: T) => Target;
  /** `page` in the address turns pages of so many rows. `total`: the rows are one page already. */
  readonly pages?: { readonly size: number; readonly total?: number };
  /** Another name for `page` in the address. */
  readonly pageKey?: string;
  /** Undoes the filters otherwise than by emptying them; null: not now. */
  readonly onWiden?: (() => void) | null;
  /** Part of a panel: no J and K, no settings, no refresh. */
  readonly plain?: boolean;
  /** Few rows mostly, with more of the screen below. */
  readonly few?: boolean;
}

/** A list as the kit of lists draws it: filter, choices, count, refresh, rows that open, pages. */
export function ListGrid<T>(props: ListGridProps<T>) {
  const {
    list,
    before,
    filter,
    choices,
    counts,
    news,
    afterCount,
    refresh = true,
    fileName,
    opensPanel = false,
    opens = (row) => ({ open: list.grid.rowId(row) }),
    onPress,
    leadsTo,
    pages,
    pageKey = 'page',
    plain = false,
  } = props;
  const { grid, source, said, set, narrow } = list;
  const paging: Paging | undefined =
    pages === undefined
      ? undefined
      : {
          page: Number(said[pageKey] ?? 1),
          pageSize: pages.size,
          ...(pages.total === undefined ? {} : { total: pages.total }),
          onPage: (next) => set({ [pageKey]: next === 1 ? undefined : next }),
        };
  const toolbar =
    filter === undefined && choices === undefined && before === undefined ? undefined : (
      <>
        {before}
        {filter === undefined ? null : (
          <FilterInput
            {...filter}
            value={typeof said['q'] === 'string' ? said['q'] : ''}
            onChange={(next) => narrow({ q: next || undefined }, { replace: true })}
          />
        )}
        {choices}
      </>
    );
  const end = (
    <>
      {news}
      {counts === undefined ? null : typeof counts === 'string' ? (
        <ListCount pending={source.isPending} shown={list.shown.length} all={list.all.length} what={counts} />
      ) : (
        <span role="status">{source.isPending ? 'Loading…' : counts.sentence}</span>
      )}
      {afterCount}
      {fileName === undefined ? null : <ExportIcon grid={grid} fileName={fileName} />}
      {refresh && !plain ? (
        <RefreshButton updatedAtMs={source.dataUpdatedAt ?? 0} busy={source.isFetching ?? false} onRefresh={() => void source.refetch()} />
      ) : null}
    </>
  );
  const { onWiden = list.isNarrowed ? list.widen : null } = props;
  return (
    <DataGrid
      label={props.label}
      grid={grid}
      source={source}
      failed={props.failed}
      empty={props.empty}
      toolbar={toolbar}
      {...(plain && counts === undefined && news === undefined ? {} : { toolbarEnd: end })}
      {...(props.footer === undefined ? {} : { footer: props.footer })}
      {...(props.minWidth === undefined ? {} : { minWidth: props.minWidth })}
      compact={props.compact}
      onChoose={props.onChoose}
      bar={props.bar}
      {...(onWiden === null ? {} : { onClearFilters: onWiden })}
      {...(paging === undefined ? {} : { paging })}
      openId={props.openId !== undefined ? props.openId : opensPanel && said['open'] !== undefined ? String(said['open']) : null}
      {...(opensPanel
        ? { onOpen: (row: T, { follow }: { follow: boolean }) => set(opens(row), { replace: follow }) }
        : leadsTo !== undefined
          ? { onOpen: (row: T) => list.go(leadsTo(row)) }
          : onPress === undefined
            ? {}
            : { onOpen: (row: T, { follow }: { follow: boolean }) => (follow ? undefined : onPress(row)) })}
      {...(leadsTo !== undefined
        ? { hrefOf: (row: T) => list.hrefOf(leadsTo(row)) }
        : opensPanel
          ? { hrefOf: (row: T) => list.hrefOf({ search: opens(row) }) }
          : {})}
      plain={plain}
      few={props.few ?? false}
    />
  );
}

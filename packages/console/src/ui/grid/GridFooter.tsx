import { Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DataGrid.module.css';

export interface Paging {
  /** From 1; one beyond the last shows the last. */
  readonly page: number;
  readonly pageSize: number;
  /** How many there are where the rows given are one page of them already. */
  readonly total?: number;
  readonly onPage: (page: number) => void;
}

const pagesOf = (total: number, paging: Paging | undefined): number =>
  paging === undefined ? 1 : Math.max(1, Math.ceil(total / paging.pageSize));

/** The rows of the present page; all of them where a list has no pages. */
export function pageOf<T>(rows: readonly T[], paging: Paging | undefined): readonly T[] {
  if (paging === undefined || paging.total !== undefined) return rows;
  const page = Math.min(paging.page, pagesOf(rows.length, paging));
  return rows.slice((page - 1) * paging.pageSize, page * paging.pageSize);
}

interface GridFooterProps {
  readonly label: string;
  readonly footer: ReactNode;
  readonly total: number;
  readonly paging: Paging | undefined;
}

export function GridFooter({ label, footer, total, paging }: GridFooterProps) {
  const pages = pagesOf(paging?.total ?? total, paging);
  if (footer === undefined && pages === 1) return null;
  return (
    <div className={classes['footer']}>
      {footer}
      {paging === undefined || pages === 1 ? null : (
        <Pagination
          total={pages}
          value={Math.min(paging.page, pages)}
          onChange={paging.onPage}
          ml="auto"
          aria-label={`Pages of ${label}`}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          getControlProps={(control) => ({ 'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page` })}
        />
      )}
    </div>
  );
}

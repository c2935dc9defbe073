import type { ReactNode } from 'react';
import { Page, Split } from '../page/Page.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { ExportButton } from './ExportButton.tsx';
import { ListGrid, type ListGridProps } from './ListGrid.tsx';

interface ListPageProps<T> extends Omit<ListGridProps<T>, 'opensPanel' | 'plain' | 'fileName'> {
  readonly title: string;
  readonly description: ReactNode;
  readonly actions?: ReactNode;
  /** The file in which what it shows is taken away, before the other actions. */
  readonly fileName?: string;
  /** Between the head and the list. */
  readonly above?: ReactNode;
  /** The panel of the open row, null while none is open; undefined where rows do not open beside the list. */
  readonly panel?: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A screen that is one list. */
export function ListPage<T>({ title, description, actions, fileName, above, panel, children, ...list }: ListPageProps<T>) {
  return (
    <Page fill>
      <PageHeader
        title={title}
        description={description}
        actions={
          fileName === undefined ? (
            actions
          ) : (
            <>
              <ExportButton grid={list.list.grid} fileName={fileName} />
              {actions}
            </>
          )
        }
      />
      {above}
      {panel === undefined ? (
        <ListGrid {...list} />
      ) : (
        <Split>
          <ListGrid {...list} opensPanel />
          {panel}
        </Split>
      )}
      {children}
    </Page>
  );
}

import { accessReviews, type Right } from '@countinghouse/contract/features/access-reviews';
import { Button, Text } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconDownload, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useDownload } from '../../lib/calls/use-write.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { ListCount } from '../../ui/list/ListCount.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns, holderOf, kindWord, rightId, wordOf } from './columns.tsx';

const MIN_WIDTH_PX = 1180;
const none: readonly Right[] = [];

interface AccessReviewSearch {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  /** The day, in UTC; absent: now. */
  readonly on?: string | undefined;
}

interface AccessReviewProps {
  readonly search: AccessReviewSearch;
  readonly onSearch: (change: Partial<AccessReviewSearch>, options?: UrlStateOptions) => void;
}

/** Who held which right at the end of a day: roles, API keys, signing keys; told from the log, not from today's tables. */
export function AccessReview({ search: { q: words = '', sort, on }, onSearch }: AccessReviewProps) {
  const query = on === undefined ? {} : { on };
  const source = useQuery(q(accessReviews.get, { query }));
  const file = useDownload(accessReviews.csv, () => ({ query }));
  const all = source.data?.rights ?? none;
  const shown = useMemo(() => {
    const word = words.trim().toLowerCase();
    return all.filter((r) => `${holderOf(r)} ${kindWord[r.kind]} ${wordOf(r)} ${r.object}`.toLowerCase().includes(word));
  }, [all, words]);
  const grid = useGrid({
    id: 'access-review',
    columns,
    rows: shown,
    rowId: rightId,
    sort,
    onSort: (next) => onSearch({ sort: next }, { replace: true }),
  });
  return (
    <DataGrid
      label="Access review"
      grid={grid}
      source={source}
      failed="Could not load the access review"
      minWidth={MIN_WIDTH_PX}
      onClearFilters={words === '' ? undefined : () => onSearch({ q: undefined })}
      empty={<EmptyState icon={IconUserCheck} title="Nobody held a right that day" />}
      toolbar={
        <>
          <FilterInput
            label="Filter rights"
            placeholder="Filter by holder, right, entity or key…"
            value={words}
            onChange={(next) => onSearch({ q: next || undefined }, { replace: true })}
          />
          <DateInput
            aria-label="At the end of"
            placeholder="Now"
            w={140}
            valueFormat="YYYY-MM-DD"
            clearable
            clearButtonProps={{ 'aria-label': 'Now' }}
            maxDate={new Date().toISOString().slice(0, 10)}
            value={on ?? null}
            onChange={(value) => onSearch({ on: value ?? undefined })}
          />
        </>
      }
      toolbarEnd={
        <>
          {source.data === undefined ? null : (
            <Text size="xs" c="dimmed" className="nowrap">
              {on === undefined ? 'now' : `at the end of ${source.data.on} UTC`}, event {source.data.seq}
            </Text>
          )}
          <ListCount pending={source.isPending} shown={shown.length} all={all.length} what="rights" />
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={file.isPending}
            disabled={source.data === undefined}
            onClick={() => file.mutate()}
          >
            CSV
          </Button>
        </>
      }
    />
  );
}

import { accessReviews, type Right } from '@countinghouse/contract/features/access-reviews';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { given, q } from '../../lib/calls/query.ts';
import { useDownload } from '../../lib/calls/use-write.ts';
import type { UrlStateOptions } from '../../lib/screen/url-state.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns, holderOf, kindWord, rightId, wordOf } from './columns.tsx';

const MIN_WIDTH_PX = 1180;

interface AccessReviewSearch {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  /** The day, in UTC; absent: now. */
  readonly on?: string | undefined;
}

const keep = (r: Right, { q: typed }: AccessReviewSearch): boolean => says(typed, holderOf(r), kindWord[r.kind], wordOf(r), r.object);

interface AccessReviewProps {
  readonly search: AccessReviewSearch;
  readonly onSearch: (change: Partial<AccessReviewSearch>, options?: UrlStateOptions) => void;
}

/** Who held which right at the end of a day: roles, API keys, signing keys; told from the log, not from today's tables. */
export function AccessReview({ search, onSearch }: AccessReviewProps) {
  const { on } = search;
  const query = given({ on });
  const source = useQuery(q(accessReviews.get, { query }));
  const file = useDownload(accessReviews.csv, () => ({ query }));
  const list = useList({
    id: 'access-review',
    columns,
    source,
    rows: source.data?.rights,
    rowId: rightId,
    search,
    setSearch: onSearch,
    keep,
  });
  return (
    <ListGrid
      list={list}
      few
      label="Access review"
      failed="Could not load the access review"
      minWidth={MIN_WIDTH_PX}
      empty={<EmptyState icon={IconUserCheck} title="Nobody held a right that day" />}
      filter={{ label: 'Filter rights', placeholder: 'Filter by holder, right, entity or key…' }}
      choices={
        <DayField
          aria-label="At the end of"
          placeholder="Now"
          w={140}
          clearLabel="Now"
          latest={new Date().toISOString().slice(0, 10)}
          value={on}
          onChange={(value) => onSearch({ on: value })}
        />
      }
      news={
        source.data === undefined ? null : (
          <Text size="xs" c="dimmed" className="nowrap">
            {on === undefined ? 'now' : `at the end of ${source.data.on} UTC`}, event {source.data.seq}
          </Text>
        )
      }
      counts="rights"
      refresh={false}
      afterCount={
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={file.isPending}
          disabled={source.data === undefined}
          onClick={() => file.mutate()}
        >
          CSV
        </Button>
      }
    />
  );
}

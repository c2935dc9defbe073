import { Button } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import type { List } from './use-list.ts';

interface OlderPagerProps<T> {
  readonly list: List<T>;
  /** The position of the last row shown; undefined: nothing is older. */
  readonly last: number | string | undefined;
}

/** Goes on to what is older than the rows shown, and back to the newest: `before` in the address. */
export function OlderPager<T>({ list, last }: OlderPagerProps<T>) {
  const isNewest = list.said['before'] === undefined;
  return (
    <Button.Group ml="auto">
      <Button
        variant="default"
        leftSection={<IconChevronsLeft size={14} />}
        disabled={isNewest}
        onClick={() => list.set({ before: undefined })}
      >
        Newest
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={14} />}
        disabled={last === undefined}
        onClick={() => list.set({ before: last })}
      >
        Older
      </Button>
    </Button.Group>
  );
}

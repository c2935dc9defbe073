import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../lib/screen/paths.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';

/** An address below /dashboard that leads nowhere: the menu stays. */
export function NotFound() {
  return (
    <EmptyState
      page
      icon={IconMapOff}
      title="There is no page at this address"
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.overview} />}>
          Go to the overview
        </Button>
      }
    />
  );
}

/** An address that leads nowhere at all. */
export function RootNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

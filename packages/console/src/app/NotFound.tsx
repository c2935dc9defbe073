import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { paths } from './paths.ts';

export function NotFound() {
  return (
    <EmptyState
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

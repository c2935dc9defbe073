import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';

interface OpenPageProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly params: Readonly<Record<string, string>>;
  readonly children?: string;
}

/** In the head of a side panel: leads to the page of what the panel shows. */
export function OpenPage({ to, params, children = 'Open page' }: OpenPageProps) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      rightSection={<IconArrowUpRight size={13} />}
      renderRoot={(props) => <Link {...props} to={to} params={params as never} />}
    >
      {children}
    </Button>
  );
}

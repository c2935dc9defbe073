import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TextLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link within text or a table. */
export function TextLink({ to, params, search, className, children }: TextLinkProps) {
  return (
    <Anchor
      inherit
      className={className ?? ''}
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
          {...(params === undefined ? {} : { params: params as never })}
          {...(search === undefined ? {} : { search: search as never })}
        />
      )}
    >
      {children}
    </Anchor>
  );
}

import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TextLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  /** It stands among other words: colour alone would not tell it from them. */
  readonly inText?: boolean;
  readonly children: ReactNode;
}

/** A link within text or a table. It has no component of the library around it: a long list draws one a row at each turn of the wheel. */
export function TextLink({ to, params, search, className = '', inText = false, children }: TextLinkProps) {
  return (
    <Link
      className={`mantine-focus-auto link ${inText ? 'underlined' : ''} ${className}`}
      to={to}
      {...(params === undefined ? {} : { params: params as never })}
      {...(search === undefined ? {} : { search: search as never })}
    >
      {children}
    </Link>
  );
}

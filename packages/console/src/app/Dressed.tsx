import { branding } from '@countinghouse/contract/features/branding';
import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { q } from '../lib/calls/query.ts';
import { tenantsQuery } from '../lib/session/context.ts';
import { themeOf, variablesOf } from './dressing.ts';

interface DressedProps extends Pick<MantineProviderProps, 'colorSchemeManager' | 'getStyleNonce'> {
  readonly children: ReactNode;
}

/** Theme and colours of the console: the house's own, or those of the organisation that is worked in. */
export function Dressed({ children, ...props }: DressedProps) {
  // Watched, never asked for here: before the sign-in there is no organisation.
  const { data: mine } = useQuery({ ...tenantsQuery, enabled: false });
  const inOne = mine !== undefined && mine.tenants.length > 0;
  const look = useQuery({ ...q(branding.get), enabled: inOne }).data?.branding;
  const worn = inOne ? (look ?? null) : null;
  const theme = useMemo(() => themeOf(worn), [worn]);
  const resolver = useMemo(() => variablesOf(worn), [worn]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" {...props}>
      {children}
    </MantineProvider>
  );
}

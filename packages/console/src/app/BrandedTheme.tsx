import { branding } from '@countinghouse/contract/features/branding';
import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { q } from '../lib/calls/query.ts';
import { tenantsQuery } from '../lib/session/context.ts';
import { themeOf, variablesOf } from './branded-theme.ts';

interface BrandedThemeProps extends Pick<MantineProviderProps, 'colorSchemeManager' | 'getStyleNonce'> {
  readonly children: ReactNode;
}

/** Theme and colours of the console: Countinghouse's own, or those of the organisation that is worked in. */
export function BrandedTheme({ children, ...props }: BrandedThemeProps) {
  // Watched, never asked for here: before the sign-in there is no organisation.
  const { data: mine } = useQuery({ ...tenantsQuery, enabled: false });
  const inOne = mine !== undefined && mine.tenants.length > 0;
  const look = useQuery({ ...q(branding.get), enabled: inOne }).data?.branding;
  const applied = inOne ? (look ?? null) : null;
  const theme = useMemo(() => themeOf(applied), [applied]);
  const resolver = useMemo(() => variablesOf(applied), [applied]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" {...props}>
      {children}
    </MantineProvider>
  );
}

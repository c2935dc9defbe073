import { branding } from '@countinghouse/contract/features/branding';
import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { BrandingForm } from './BrandingForm.tsx';

const WIDTH_PX = 560;

export function BrandingPage() {
  const source = useQuery(q(branding.get));
  const tenant = useActiveTenant();
  return (
    <Page>
      <PageHeader title="Branding" description="How console and client portal are dressed for this organisation." />
      {source.isError ? (
        <ErrorState title="Could not load the branding" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      {source.isPending ? (
        <Paper p="md" maw={WIDTH_PX} aria-busy>
          <Stack gap="md">
            <Skeleton height={34} />
            <Skeleton height={34} />
            <Skeleton height={34} />
          </Stack>
        </Paper>
      ) : null}
      {source.isSuccess ? <BrandingForm key={tenant?.id ?? ''} current={source.data.branding} tenantName={tenant?.name ?? ''} /> : null}
    </Page>
  );
}

import { settings } from '@countinghouse/contract/features/settings';
import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import classes from './ProfileSection.module.css';
import { SigningForm } from './SigningForm.tsx';

/** How intents are signed: its form, once it is known. */
export function SigningSection() {
  const source = useQuery(q(settings.get));
  const tenantId = useActiveTenant()?.id;
  if (source.isError)
    return (
      <Paper>
        <ErrorState title="Failed to load organisation context" error={source.error} onRetry={() => void source.refetch()} />
      </Paper>
    );
  if (source.isPending)
    return (
      <Paper p="md" className={classes['section'] ?? ''} aria-busy>
        <Stack gap="md">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((field) => (
            <Skeleton key={field} height={34} />
          ))}
        </Stack>
      </Paper>
    );
  return <SigningForm key={tenantId ?? ''} current={source.data} />;
}

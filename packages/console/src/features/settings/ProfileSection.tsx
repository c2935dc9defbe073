import { settings } from '@countinghouse/contract/features/settings';
import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './ProfileSection.module.css';

const FIELDS_SHOWN = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** The profile of the organisation: its form, once it is known. */
export function ProfileSection() {
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
          {FIELDS_SHOWN.map((field) => (
            <Skeleton key={field} height={34} />
          ))}
        </Stack>
      </Paper>
    );
  return <ProfileForm key={tenantId ?? ''} current={source.data} />;
}

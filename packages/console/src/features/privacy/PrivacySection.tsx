import { privacy } from '@countinghouse/contract/features/privacy';
import { Box, PasswordInput, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { EraseCard } from './EraseCard.tsx';
import classes from './PrivacySection.module.css';
import { PrivacyState } from './PrivacyState.tsx';
import { ReferencesSwitch } from './ReferencesSwitch.tsx';
import { ResultLog } from './ResultLog.tsx';
import { RotateCard } from './RotateCard.tsx';
import { SubjectExport } from './SubjectExport.tsx';
import { TokeniseCard } from './TokeniseCard.tsx';
import { useActs } from './use-acts.ts';

const POLL_MS = 1_000;
const TOKEN_WIDTH_PX = 460;
/** Of both panels that wait for how words are kept. */
const PANEL_HEIGHT_PX = 162;

/** How personal words are kept, the three acts on them, and what each call came to. */
export function PrivacySection() {
  const [token, setToken] = useState('');
  const acts = useActs(token.trim());
  const tenant = useActiveTenant();
  const source = useQuery({
    ...q(privacy.status),
    refetchInterval: ({ state }) => (state.data?.privacy.encryption === 'running' ? POLL_MS : false),
  });
  const owner = useWritePermission(privacy.tokenise);
  const ownerEvenReadOnly = useWritePermission(privacy.erase);
  // Who has a super token is asked for nothing else; a read-only organisation still refuses.
  const named = token.trim() !== '';
  const permission = named && tenant?.readOnly !== true ? { allowed: true, reason: '' } : owner;
  const erasing = named ? { allowed: true, reason: '' } : ownerEvenReadOnly;
  return (
    <Stack gap="md">
      {source.isError ? (
        <ErrorState title="Could not load how personal data is kept" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={PANEL_HEIGHT_PX} />
      ) : (
        <PrivacyState privacy={source.data.privacy} />
      )}
      <Box maw={TOKEN_WIDTH_PX}>
        <PasswordInput
          label="Super token (optional)"
          description="Of a platform operator. It is sent in the authorization header of the three calls, and kept nowhere."
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      </Box>
      <div className={classes['cards']}>
        <TokeniseCard permission={permission} act={acts.tokenise} />
        <EraseCard permission={erasing} act={acts.erase} />
        <RotateCard permission={permission} act={acts.rotate} />
      </div>
      {source.isPending ? <Skeleton height={PANEL_HEIGHT_PX} /> : null}
      {source.data === undefined ? null : <ReferencesSwitch references={source.data.privacy.references} />}
      <ResultLog entries={acts.log} />
      <SubjectExport />
    </Stack>
  );
}

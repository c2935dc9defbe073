import { Stack, TagsInput, TextInput } from '@mantine/core';
import { InstantField } from '../../../ui/form/day/InstantField.tsx';
import type { Draft, DraftChange } from '../post/draft.ts';
import classes from './ConsentFields.module.css';

const REFERENCE_LENGTH_MAX = 200;

export function ConsentFields({ draft, onChange }: { readonly draft: Draft; readonly onChange: (change: DraftChange) => void }) {
  return (
    <Stack gap="xs">
      <TagsInput
        label="Consent scope"
        withAsterisk
        placeholder={draft.scope.length === 0 ? 'Name at least one' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear consent scope' }}
        value={draft.scope}
        onChange={(scope) => onChange({ scope })}
      />
      <TextInput
        label="Consent reference"
        maxLength={REFERENCE_LENGTH_MAX}
        value={draft.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
      <div className={classes['times']}>
        <InstantField
          label="Granted at"
          clearLabel="Clear when it was granted"
          w="100%"
          value={draft.grantedAt}
          onChange={(grantedAt) => onChange({ grantedAt })}
        />
        <InstantField
          label="Expires at"
          clearLabel="Clear when it expires"
          dayMeans="end"
          w="100%"
          value={draft.expiresAt}
          onChange={(expiresAt) => onChange({ expiresAt })}
        />
      </div>
    </Stack>
  );
}

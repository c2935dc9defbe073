import { Stack, TagsInput, TextInput } from '@mantine/core';
import { InstantInput } from '../../../ui/form/InstantInput.tsx';
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
        <InstantInput label="Granted at" value={draft.grantedAt} onChange={(grantedAt) => onChange({ grantedAt })} />
        <InstantInput label="Expires at" value={draft.expiresAt} onChange={(expiresAt) => onChange({ expiresAt })} />
      </div>
    </Stack>
  );
}

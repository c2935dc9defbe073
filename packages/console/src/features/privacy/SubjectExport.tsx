import { privacy } from '@countinghouse/contract/features/privacy';
import { Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './PrivacySection.module.css';

const FIELD_WIDTH = 'min(420px, 100%)';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Everything that is held about one person, as a file: what they may ask for. */
export function SubjectExport() {
  const [subject, setSubject] = useState('');
  const permission = useWritePermission(privacy.exportSubject);
  const wanted = subject.trim();
  const save = useDownload(privacy.exportSubject, () => ({ body: uuid.test(wanted) ? { party_id: wanted } : { email: wanted } }));
  return (
    <Panel title="Subject export">
      <Text size="sm" c="dimmed" mb="sm">
        Everything that is held about one e-mail address or party, as a JSON file. That it was handed out is an event.
      </Text>
      <form
        noValidate
        className={classes['ask']}
        onSubmit={(event) => {
          event.preventDefault();
          if (permission.allowed && wanted !== '') save.mutate();
        }}
      >
        <TextInput
          label="E-mail address or party ID"
          autoComplete="off"
          w={FIELD_WIDTH}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <GuardedButton
          type="submit"
          variant="default"
          permission={permission.allowed && wanted === '' ? { allowed: false, reason: 'Name a person or a party first.' } : permission}
          leftSection={<IconDownload size={14} />}
          loading={save.isPending}
        >
          Export
        </GuardedButton>
      </form>
    </Panel>
  );
}

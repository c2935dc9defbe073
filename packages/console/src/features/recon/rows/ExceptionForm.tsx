import { people } from '@countinghouse/contract/features/people';
import { RECON_NOTE_LENGTH_MAX, recon } from '@countinghouse/contract/features/recon';
import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Select, Stack, Textarea, Title } from '@mantine/core';
import { IconAlertTriangle, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { postingFor } from '../parts/posting-for.ts';
import { touchedByRecon } from '../use-acts.ts';
import classes from '../why/Why.module.css';

/** What becomes of a row that is open: the posting that is missing, or a note of why it is open and who looks into it. */
export function ExceptionForm({ row }: { readonly row: BankRow }) {
  const permission = useWritePermission(recon.setException);
  const members = useQuery(q(people.members)).data?.members ?? [];
  const [note, setNote] = useState(row.exception?.note ?? '');
  const [owner, setOwner] = useState(row.exception?.owner_id ?? null);
  const params = { id: row.id };
  const save = useWrite(recon.setException, {
    input: () => ({ params, body: { note, owner_id: owner } }),
    said: 'Exception saved',
    touches: touchedByRecon,
  });
  const clear = useWrite(recon.clearException, {
    input: () => ({ params }),
    said: 'Exception cleared',
    touches: touchedByRecon,
    close: () => {
      setNote('');
      setOwner(null);
    },
  });
  return (
    <section aria-label="Exception" className={classes['part']}>
      <Title order={3} size="xs" mb={6}>
        <IconAlertTriangle size={14} aria-hidden /> Exception
      </Title>
      <Stack gap="sm">
        <Textarea
          label="Note"
          description="Why it is open, and what is done about it."
          maxLength={RECON_NOTE_LENGTH_MAX}
          autosize
          minRows={2}
          disabled={!permission.allowed}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Select
          label="Owner"
          placeholder="Nobody yet"
          clearable
          clearButtonProps={{ 'aria-label': 'Nobody' }}
          disabled={!permission.allowed}
          data={members.map((m) => ({ value: m.id, label: m.email }))}
          value={owner}
          onChange={setOwner}
        />
        <Group justify="flex-end" gap="xs">
          {row.exception === null ? null : (
            <GuardedButton variant="default" permission={permission} loading={clear.isPending} onClick={() => clear.mutate()}>
              No exception any more
            </GuardedButton>
          )}
          <GuardedButton
            variant="default"
            permission={note.trim() === '' && permission.allowed ? { allowed: false, reason: 'Write a note first.' } : permission}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Save exception
          </GuardedButton>
        </Group>
        <Button
          variant="light"
          leftSection={<IconPencilPlus size={14} />}
          renderRoot={(props) => <Link {...props} to={paths.postIntent} search={postingFor(row) as never} />}
        >
          Create posting from this row
        </Button>
      </Stack>
    </section>
  );
}

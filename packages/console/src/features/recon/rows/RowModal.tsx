import { people } from '@countinghouse/contract/features/people';
import { RECON_NOTE_LENGTH_MAX, recon } from '@countinghouse/contract/features/recon';
import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { touchedByRecon, useUnmatch } from '../use-acts.ts';
import { Amount } from './Amount.tsx';
import { bankLine } from './bank-words.ts';
import { postingFor } from './posting-for.ts';

/** One row: why it is matched and the way back, or a note, who looks into it, and the intent that is missing. */
export function RowModal({
  row,
  onClose,
  commentsOf,
}: {
  readonly row: BankRow | null;
  readonly onClose: () => void;
  /** What people say about its exception. */
  readonly commentsOf: ((rowId: string) => ReactNode) | undefined;
}) {
  return (
    <Modal opened={row !== null} onClose={onClose} title="Statement row" size={520}>
      {row === null ? null : (
        <Stack gap="md">
          <Row key={row.id} row={row} onClose={onClose} />
          {row.exception === null ? null : commentsOf?.(row.id)}
        </Stack>
      )}
    </Modal>
  );
}

function Row({ row, onClose }: { readonly row: BankRow; readonly onClose: () => void }) {
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>
          <Amount amount={row.amount} currency={row.currency} shown /> on {row.account_code}
        </Text>
        <Text size="sm" c="dimmed">
          {row.posted_at}, {row.source}
          {row.statement === '' ? '' : ` ${row.statement}`}, line {row.line}
        </Text>
        {bankLine(row) === '' ? null : <Text size="sm">{bankLine(row)}</Text>}
      </div>
      {row.match === null ? <Open row={row} onClose={onClose} /> : <Matched row={row} match={row.match} onClose={onClose} />}
    </Stack>
  );
}

function Matched({
  match,
  onClose,
}: {
  readonly row: BankRow;
  readonly match: NonNullable<BankRow['match']>;
  readonly onClose: () => void;
}) {
  const permission = useWritePermission(recon.unmatch);
  const unmatch = useUnmatch(onClose);
  return (
    <>
      <Text size="sm">{match.reason === '' ? 'Matched by hand.' : match.reason}</Text>
      <Text size="xs" c="dimmed">
        {match.score === null ? 'By a person' : `Score ${match.score} of 100`}, event {match.seq}
      </Text>
      <Group justify="flex-end">
        <GuardedButton variant="default" permission={permission} loading={unmatch.isPending} onClick={() => unmatch.mutate(match.id)}>
          Undo this match
        </GuardedButton>
      </Group>
    </>
  );
}

function Open({ row, onClose }: { readonly row: BankRow; readonly onClose: () => void }) {
  const permission = useWritePermission(recon.setException);
  const members = useQuery(q(people.members)).data?.members ?? [];
  const [note, setNote] = useState(row.exception?.note ?? '');
  const [owner, setOwner] = useState(row.exception?.owner_id ?? null);
  const params = { id: row.id };
  const save = useWrite(recon.setException, {
    input: () => ({ params, body: { note, owner_id: owner } }),
    said: 'Exception saved',
    touches: touchedByRecon,
    close: onClose,
  });
  const clear = useWrite(recon.clearException, {
    input: () => ({ params }),
    said: 'Exception cleared',
    touches: touchedByRecon,
    close: onClose,
  });
  return (
    <>
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
      <Group justify="space-between">
        <Button variant="subtle" renderRoot={(props) => <Link {...props} to={paths.postIntent} search={postingFor(row) as never} />}>
          Create intent from row
        </Button>
        <Group gap="xs">
          {row.exception === null ? null : (
            <GuardedButton variant="default" permission={permission} loading={clear.isPending} onClick={() => clear.mutate()}>
              No exception any more
            </GuardedButton>
          )}
          <GuardedButton
            permission={note.trim() === '' && permission.allowed ? { allowed: false, reason: 'Write a note first.' } : permission}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Save exception
          </GuardedButton>
        </Group>
      </Group>
    </>
  );
}

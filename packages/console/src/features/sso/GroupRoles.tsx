// Which group brings which role: a line each, an empty one at the end to add to.
import { ActionIcon, Group, Input, NativeSelect, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

export interface GroupRole {
  readonly group: string;
  readonly role: 'member' | 'auditor';
}

const options = [
  { value: 'member', label: 'Member' },
  { value: 'auditor', label: 'Auditor' },
];
const GROUP_LENGTH_MAX = 200;

export function GroupRoles({ rows, onChange }: { readonly rows: readonly GroupRole[]; readonly onChange: (rows: GroupRole[]) => void }) {
  const lines = [...rows, { group: '', role: 'member' } as const];
  const put = (at: number, row: GroupRole): void => onChange(at === rows.length ? [...rows, row] : rows.with(at, row));
  return (
    <Input.Wrapper
      label="Roles of groups"
      description="The first line whose group a person is in counts, at each sign-in. Nobody becomes an owner by it."
    >
      <Stack gap={6} mt={6}>
        {lines.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place, which no other takes while it is written
          <Group key={index} gap={6} wrap="nowrap">
            <TextInput
              aria-label={`Group ${index + 1}`}
              placeholder="Group, as the provider names it"
              flex={1}
              autoComplete="off"
              maxLength={GROUP_LENGTH_MAX}
              value={row.group}
              onChange={(event) => put(index, { ...row, group: event.currentTarget.value })}
            />
            <NativeSelect
              size="xs"
              aria-label={`Role of group ${index + 1}`}
              data={options}
              value={row.role}
              onChange={(event) => put(index, { ...row, role: event.currentTarget.value === 'auditor' ? 'auditor' : 'member' })}
            />
            <Tooltip label="Remove group">
              <ActionIcon
                aria-label={`Remove group ${index + 1}`}
                disabled={index === rows.length}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

import type { CloseTask } from '@countinghouse/contract/features/close-tasks';
import { people } from '@countinghouse/contract/features/people';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { q } from '../../lib/calls/query.ts';

type Owner = Pick<CloseTask, 'owner_id' | 'owner_role'>;

const roles = [
  { value: 'role:owner', label: 'Owners' },
  { value: 'role:member', label: 'Everybody' },
];
const choiceOf = ({ owner_id, owner_role }: Owner): string | null =>
  owner_role !== null ? `role:${owner_role}` : owner_id === null ? null : `person:${owner_id}`;

const ownerOf = (value: string | null): Owner => {
  if (value === 'role:owner' || value === 'role:member') return { owner_id: null, owner_role: value === 'role:owner' ? 'owner' : 'member' };
  return { owner_id: value === null ? null : value.slice('person:'.length), owner_role: null };
};

interface OwnerSelectProps {
  readonly label: string;
  readonly value: Owner;
  readonly disabled?: boolean;
  readonly style?: CSSProperties;
  readonly onChange: (owner: Owner) => void;
}

/** Whose task it is: a role's, a member's, or nobody's. */
export function OwnerSelect({ label, value, disabled = false, style, onChange }: OwnerSelectProps) {
  const members = useQuery(q(people.members)).data?.members ?? [];
  return (
    <Select
      label={label}
      placeholder="Nobody"
      searchable
      clearable
      disabled={disabled}
      {...(style === undefined ? {} : { style })}
      clearButtonProps={{ 'aria-label': `Nobody: ${label}` }}
      data={[
        { group: 'Roles', items: roles },
        {
          group: 'People',
          items: members
            .filter((m) => m.role !== 'auditor')
            .map((m) => ({ value: `person:${m.id}`, label: m.name === '' ? m.email : m.name })),
        },
      ]}
      value={choiceOf(value)}
      onChange={(next) => onChange(ownerOf(next))}
    />
  );
}

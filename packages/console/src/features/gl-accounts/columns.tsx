import { glClasses } from '@countinghouse/contract/features/gl-accounts';
import { Badge } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import type { GlNode } from './tree.ts';

const INDENT_PX = 18;
const classColors = { A: 'blue', L: 'orange', E: 'grape', I: 'teal', X: 'red' } as const;

/** Why this one may not be deleted now. */
function deletePermission(node: GlNode, permission: Permission): Permission {
  if (!permission.allowed) return permission;
  if (node.account.usageCount > 0)
    return {
      allowed: false,
      reason: `In use ${node.account.usageCount} ${node.account.usageCount === 1 ? 'time' : 'times'}. Move its accounts and children first.`,
    };
  if (node.children > 0) return { allowed: false, reason: 'Has children. Move or delete them first.' };
  return permission;
}

export const columnsFor = (permission: Permission, onDelete: (id: string) => void): readonly GridColumn<GlNode>[] => [
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(130px, 1fr)',
    fixed: true,
    text: (n) => n.account.code,
    cell: (n) => (
      <span className="mono" style={{ paddingLeft: n.depth * INDENT_PX, fontWeight: n.children > 0 ? 650 : 450 }}>
        {n.account.code}
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(180px, 2.4fr)',
    text: (n) => n.account.title,
    cell: (n) => <span style={{ fontWeight: n.children > 0 ? 600 : 400 }}>{n.account.title}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    width: '130px',
    text: (n) => n.account.class,
    cell: (n) => <Badge color={classColors[n.account.class]}>{`${n.account.class} · ${glClasses[n.account.class]}`}</Badge>,
  },
  { id: 'normal', header: 'Normal balance', width: '130px', text: (n) => n.account.normalBalance, cell: (n) => n.account.normalBalance },
  {
    id: 'usage',
    header: 'Usage',
    width: '80px',
    align: 'right',
    text: (n) => String(n.account.usageCount),
    cell: (n) => <span className="numbers">{n.account.usageCount}</span>,
  },
  {
    id: 'action',
    header: 'Action',
    width: '110px',
    align: 'right',
    cell: (n) => (
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color="red"
        permission={deletePermission(n, permission)}
        leftSection={<IconTrash size={13} />}
        aria-label={`Delete ${n.account.code}`}
        onClick={() => onDelete(n.account.id)}
      >
        Delete
      </GuardedButton>
    ),
  },
];

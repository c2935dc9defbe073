import { glClasses } from '@countinghouse/contract/features/gl-accounts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { actions, badge, code, count, text } from '../../ui/grid/columns.tsx';
import { RowMenu } from '../../ui/list/RowMenu.tsx';
import type { GlNode } from './tree.ts';

const INDENT_PX = 18;
const sides = { DR: 'Debit', CR: 'Credit' } as const;
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

interface Acts {
  readonly onChange: (id: string) => void;
  readonly onDelete: (id: string) => void;
}

export const columnsFor = (permission: Permission, { onChange, onDelete }: Acts) => [
  code<GlNode>('code', 'Code', 'minmax(130px, 1fr)', (n) => n.account.code, {
    fixed: true,
    narrow: 'below',
    narrowCell: (n) => <span className="mono">{n.account.code}</span>,
    cell: (n) => (
      <span className="mono" style={{ paddingLeft: n.depth * INDENT_PX, fontWeight: n.children > 0 ? 650 : 450 }}>
        {n.account.code}
      </span>
    ),
  }),
  text<GlNode>('title', 'Title', 'minmax(180px, 2.4fr)', (n) => n.account.title, {
    narrow: 'title',
    cell: (n) => <span style={{ fontWeight: n.children > 0 ? 600 : 400 }}>{n.account.title}</span>,
  }),
  badge<GlNode>('class', 'Class', '130px', (n) => `${n.account.class} · ${glClasses[n.account.class]}`, {
    color: (n) => classColors[n.account.class],
    file: (n) => n.account.class,
  }),
  text<GlNode>('normal', 'Normal balance', '130px', (n) => sides[n.account.normalBalance], {
    narrow: 'none',
    file: (n) => n.account.normalBalance,
  }),
  count<GlNode>('usage', 'Usage', '80px', (n) => n.account.usageCount),
  actions<GlNode>('76px', (n) => (
    <RowMenu
      of={n.account.code}
      acts={[
        { label: 'Change', icon: IconPencil, permission, run: () => onChange(n.account.id) },
        { label: 'Delete', icon: IconTrash, permission: deletePermission(n, permission), ends: true, run: () => onDelete(n.account.id) },
      ]}
    />
  )),
];

import type { Statement } from '@countinghouse/contract/features/reports';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './StatementTable.module.css';
import { isBalanced } from './statement.ts';

const ICON_SIZE = 15;
const what = {
  'trial-balance': 'debits are credits',
  'balance-sheet': 'total assets are total liabilities and equity',
  'income-statement': '',
} as const;

/** Below a statement: that it balances in all that is shown of it. Nothing where it has nothing to balance, or lacks a rate. */
export function Balanced({ statement, views }: { readonly statement: Statement; readonly views: readonly string[] }) {
  const all = views.map((view) => isBalanced(statement, view));
  if (all.includes(null)) return null;
  const is = !all.includes(false);
  const Icon = is ? IconCircleCheck : IconAlertTriangle;
  return (
    <Text size="xs" component="p" m={0} px={16} py={8} className={classes['balanced'] ?? ''} data-good={is}>
      <Icon size={ICON_SIZE} aria-hidden />
      <span>
        {is ? 'Balanced' : 'Not balanced'}
        <span className="dimmed">
          {is ? ': ' : ', but should be: '}
          {what[statement.report]}
        </span>
      </span>
    </Text>
  );
}

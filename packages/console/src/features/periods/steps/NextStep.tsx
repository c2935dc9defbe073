import { type Period, type PeriodWork, periods } from '@countinghouse/contract/features/periods';
import { Group, Text } from '@mantine/core';
import { type Permission, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { StatementFiles } from '../StatementFiles.tsx';
import { Needs, useLockNeeds } from './Needs.tsx';
import { lockOf, publicationOf } from './steps.ts';

interface BeforeTheLockProps {
  readonly period: Period;
  readonly work: PeriodWork | undefined;
  readonly onLock: () => void;
}

/** What the lock needs, and the button that asks for it. */
export function BeforeTheLock({ period, work, onLock }: BeforeTheLockProps) {
  const mayLock = useWritePermission(periods.lock);
  const { needs, blocked } = useLockNeeds(period, work);
  const permission: Permission = mayLock.allowed && blocked !== '' ? { allowed: false, reason: blocked } : mayLock;
  return (
    <>
      <Needs needs={needs} />
      <Group mt={10}>
        <GuardedButton permission={permission} onClick={onLock}>
          Lock close
        </GuardedButton>
      </Group>
    </>
  );
}

/** The published statement, or the button that asks for it. */
export function Publication({ period, onPublish }: { readonly period: Period; readonly onPublish: () => void }) {
  const permission = useWritePermission(periods.publish);
  if (publicationOf(period) !== null) return <StatementFiles period={period} />;
  const isLocked = lockOf(period) !== null;
  return (
    <>
      <Text size="xs" c="dimmed">
        {isLocked ? 'The statement is made of what the lock sealed, and kept with its hash.' : 'Needs the lock.'}
      </Text>
      {isLocked ? (
        <Group mt={4}>
          <GuardedButton permission={permission} onClick={onPublish}>
            Publish statement
          </GuardedButton>
        </Group>
      ) : null}
    </>
  );
}

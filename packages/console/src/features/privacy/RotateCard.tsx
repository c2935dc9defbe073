import { Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './PrivacySection.module.css';
import type { Act } from './use-acts.ts';

/** Asks nothing: it takes nothing away. */
export function RotateCard({ permission, act }: { readonly permission: Permission; readonly act: Act }) {
  return (
    <Panel title="Rotate tenant key">
      <div className={classes['card']}>
        <Text size="sm" c="dimmed">
          Takes a new data key. What is under the old one is encrypted again in the background; then the old key is destroyed.
        </Text>
        <GuardedButton
          permission={permission}
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={act.isPending}
          onClick={() => act.mutate()}
        >
          Rotate key
        </GuardedButton>
      </div>
    </Panel>
  );
}

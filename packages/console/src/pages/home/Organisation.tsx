import { Group, Text } from '@mantine/core';
import { roleWord, type useActiveTenant } from '../../lib/session/use-tenant.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { OrganisationLinks } from '../OrganisationLinks.tsx';
import classes from './Home.module.css';

/** The organisation that is worked in: its name, one's role in it, its people, and where it is set up. */
export function Organisation({ tenant }: { readonly tenant: NonNullable<ReturnType<typeof useActiveTenant>> }) {
  const facts = [
    ['Active organisation', tenant.name],
    [
      'Your role',
      <Group key="r" gap={8}>
        <span>{roleWord[tenant.role]}</span>
        <StatusBadge status={tenant.readOnly ? 'readOnly' : 'active'} />
      </Group>,
    ],
    ['Members', tenant.members],
    ['Owners', tenant.owners],
    ['Reporting currency', tenant.reportingCurrency],
    ['Signing mode', tenant.signingMode],
  ] as const;
  return (
    <Panel title="Organisation">
      <div className={classes['facts']}>
        {facts.map(([name, value]) => (
          <section key={name} aria-label={name}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text size="sm" fw={600} component="div">
              {value}
            </Text>
          </section>
        ))}
      </div>
      <OrganisationLinks />
    </Panel>
  );
}

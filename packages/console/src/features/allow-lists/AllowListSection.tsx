import type { RouteAnswer } from '@countinghouse/client/client';
import { ALLOWED_NETWORKS_MAX, allowLists } from '@countinghouse/contract/features/allow-lists';
import { events } from '@countinghouse/contract/features/events';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { linesOf, type NetworkLine, networksOf } from '../../lib/values/text/networks.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { NetworkLines } from '../../ui/form/lines/NetworkLines.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { Panel } from '../../ui/page/Panel.tsx';

type AllowList = Extract<RouteAnswer<typeof allowLists.get>, { readonly networks: unknown }>;

/** From where the organisation takes calls. */
export function AllowListSection() {
  const current = useQuery(q(allowLists.get)).data;
  const tenantId = useActiveTenant()?.id ?? '';
  return (
    <Panel title="Allow list">
      {current === undefined ? (
        <Skeleton height={140} />
      ) : (
        <AllowListForm key={`${tenantId} ${JSON.stringify(current.networks)}`} current={current} />
      )}
    </Panel>
  );
}

function AllowListForm({ current: { networks, address } }: { readonly current: AllowList }) {
  const permission = useWritePermission(allowLists.change);
  const form = useForm<{ networks: NetworkLine[] }>({ initialValues: { networks: linesOf(networks) } });
  const lines = form.values.networks;
  const save = useWrite(allowLists.change, {
    input: (values: { networks: NetworkLine[] }) => ({ body: { networks: networksOf(values.networks) } }),
    said: ({ networks: saved }) => (saved.length === 0 ? 'Calls are taken from everywhere' : 'Allow list saved'),
    touches: [allowLists, tenants, events],
    failed: (error) => form.setErrors(formErrorsOf(error)),
  });
  const disabled = !permission.allowed;
  const fault = form.errors['networks'];
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {networks.length === 0
            ? 'Calls are taken from everywhere. With addresses or networks here, people and programs are let in from these alone.'
            : 'People and programs are let in from these addresses and networks alone. With none, calls are taken from everywhere.'}
        </Text>
        <NetworkLines
          lines={lines}
          faultOf={(index) => asText(form.errors[`networks.${index}.network`] ?? form.errors[`networks.${index}.note`])}
          disabled={disabled}
          onChange={(next) => form.setValues({ networks: next })}
        />
        <FormAlert message={asText(fault) ?? null} />
        <Group gap="sm">
          <GuardedButton type="submit" permission={permission} loading={save.isPending}>
            Save
          </GuardedButton>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={disabled || lines.length >= ALLOWED_NETWORKS_MAX || lines.some(({ network }) => network.trim() === address)}
            onClick={() => form.setValues({ networks: [...lines, { network: address, note: '' }] })}
          >
            Add my address
          </Button>
          <Text size="xs" c="dimmed">
            You call from <span className="mono">{address}</span>.
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

const asText = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);

import {
  ADDRESS_LENGTH_MAX,
  AuditExportChange,
  type AuditExportConfig,
  auditExport,
  SECRET_LENGTH_MAX,
} from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { WEBHOOK_ROTATION_HOURS, webhooks } from '@countinghouse/contract/features/webhooks';
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './AuditExport.module.css';

interface Values {
  webhookUrl: string;
  secret: string;
  secondaryUrl: string;
  secondarySecret: string;
}

const SECRET_BYTES = 32;

/** As Standard Webhooks writes secrets. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

const valuesOf = (current: AuditExportConfig): Values => ({
  webhookUrl: current.webhook_url ?? '',
  secret: '',
  secondaryUrl: current.secondary_url ?? '',
  secondarySecret: '',
});

export function DestinationsForm({ current }: { readonly current: AuditExportConfig }) {
  const permission = useWritePermission(auditExport.configure);
  const form = useForm<Values>({ initialValues: valuesOf(current), validate: schemaResolver(AuditExportChange, { sync: true }) });
  const save = useWrite(auditExport.configure, {
    input: (values: Values) => ({ body: values }),
    said: 'Saved',
    touches: [auditExport, webhooks, events],
    form,
    done: (saved) => form.setValues(valuesOf(saved)),
  });
  const destination = (
    title: string,
    fields: { readonly url: 'webhookUrl' | 'secondaryUrl'; readonly secret: 'secret' | 'secondarySecret' },
    mask: string | null,
  ) => (
    <fieldset className={classes['destination']}>
      <legend>{title}</legend>
      <TextInput
        label={`${title} URL`}
        placeholder="https://siem.example.com/hooks/ledger"
        type="url"
        autoComplete="off"
        maxLength={ADDRESS_LENGTH_MAX}
        disabled={!permission.allowed}
        {...form.getInputProps(fields.url)}
      />
      <div className={classes['secret']}>
        <PasswordInput
          label={`${title} secret`}
          placeholder={mask === null ? 'whsec_…' : `${mask}, kept when left blank`}
          autoComplete="new-password"
          maxLength={SECRET_LENGTH_MAX}
          disabled={!permission.allowed}
          visibilityToggleButtonProps={{ 'aria-label': `Show the ${title.toLowerCase()} secret` }}
          {...form.getInputProps(fields.secret)}
        />
        <Button
          variant="default"
          disabled={!permission.allowed}
          aria-label={`Generate the ${title.toLowerCase()} secret`}
          onClick={() => form.setFieldValue(fields.secret, newSecret())}
        >
          Generate
        </Button>
      </div>
    </fieldset>
  );
  return (
    <Panel title="Destinations">
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          {destination('Primary', { url: 'webhookUrl', secret: 'secret' }, current.secret_mask)}
          {destination('Secondary', { url: 'secondaryUrl', secret: 'secondarySecret' }, current.secondary_secret_mask)}
          <Text size="xs" c="dimmed">
            A new secret signs beside the one before it for {WEBHOOK_ROTATION_HOURS} hours. A blank URL takes a destination away; added
            again, it is sent the log from event 1.
          </Text>
          <Group justify="flex-end">
            <GuardedButton type="submit" permission={permission} loading={save.isPending}>
              Save
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

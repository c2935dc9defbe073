import { events } from '@countinghouse/contract/features/events';
import { type Settings, settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Alert, Group, Paper, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import classes from './ProfileSection.module.css';
import { changeOfSigning, modes, type SigningValues, signingValuesOf } from './signing.ts';
import { useUnsigned } from './use-unsigned.ts';

/** Which keys count, and whether a signature is asked for. */
export function SigningForm({ current }: { readonly current: Settings }) {
  const permission = useWritePermission(settings.changeSigning);
  const form = useForm<SigningValues>({ initialValues: signingValuesOf(current) });
  const { signing_mode: mode, enforce_signed_intents: enforced } = form.values;
  const unsigned = useUnsigned();
  const save = useWrite(settings.changeSigning, {
    input: (values: SigningValues) => ({ body: changeOfSigning(values, current) }),
    said: 'Saved',
    touches: [settings, tenants, events],
    form,
    faults: (error) => Object.fromEntries(fieldFaultsOf(error)),
    done: (saved) => {
      form.setInitialValues(signingValuesOf(saved));
      form.setValues(signingValuesOf(saved));
    },
  });
  const disabled = !permission.allowed;
  const asks = enforced && mode !== 'STANDARD';
  return (
    <Paper p="md" component="section" aria-label="Signing" className={classes['section'] ?? ''}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="lg">
          <Radio.Group label="Signing mode" {...form.getInputProps('signing_mode')}>
            <Stack gap="sm" mt={8}>
              {modes.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} disabled={disabled} />
              ))}
            </Stack>
          </Radio.Group>
          {mode === 'EXTERNAL_JWKS' || form.values.jwks_url !== '' ? (
            <TextInput
              label="Address of your key set"
              description="A JWKS at a public https:// address. Each key names its person in “sub”: their e-mail or user id."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="https://keys.example.com/jwks.json"
              withAsterisk={mode === 'EXTERNAL_JWKS'}
              type="url"
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps('jwks_url')}
            />
          ) : null}
          <Switch
            label="Require a signature on every intent"
            description={
              mode === 'STANDARD'
                ? 'Has no effect in mode STANDARD.'
                : 'An intent without one is rejected, no matter who sends it or from where.'
            }
            disabled={disabled}
            {...form.getInputProps('enforce_signed_intents', { type: 'checkbox' })}
          />
          {asks ? (
            <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Who can post then">
              <Text size="sm">
                {mode === 'DEV' ? `${unsigned} ` : ''}Recurring intents and imported files carry no signature: they are rejected while one
                is required.
              </Text>
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <GuardedButton
              type="submit"
              permission={permission}
              loading={save.isPending}
              disabled={permission.allowed && Object.keys(changeOfSigning(form.values, current)).length === 0}
            >
              Save
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

import { currencies } from '@countinghouse/contract/features/currencies';
import { events } from '@countinghouse/contract/features/events';
import { LOCALE_EXAMPLE, type Settings, settings } from '@countinghouse/contract/features/settings';
import { ORGANISATION_NAME_INPUT_MAX, tenants } from '@countinghouse/contract/features/tenants';
import { messageOf } from '@countinghouse/contract/messages';
import { Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { nameFaultOf } from '../../lib/session/organisation-name.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { LogoPreview } from '../../ui/form/logo/LogoPreview.tsx';
import { months } from './months.ts';
import classes from './ProfileSection.module.css';
import { changeOf, Profile, type ProfileValues, valuesOf } from './profile.ts';

/** Which field a refusal belongs to, and its sentence there. */
function faultsOf(error: unknown, renaming: boolean): Record<string, string> {
  if (renaming) return { name: nameFaultOf(error) };
  if (error instanceof ApiError && error.code === 'REPORTING_CURRENCY_FIXED') return { reporting_currency: messageOf(error.code) };
  return Object.fromEntries(fieldFaultsOf(error));
}

export function ProfileForm({ current }: { readonly current: Settings }) {
  const permission = useWritePermission(settings.change);
  const all = useQuery(q(currencies.all)).data?.currencies ?? [];
  const form = useForm<ProfileValues>({ initialValues: valuesOf(current), validate: schemaResolver(Profile, { sync: true }) });
  const renaming = useRef(false);
  const save = useAct(
    async (values: ProfileValues) => {
      if (values.name.trim() !== current.org.name) {
        renaming.current = true;
        await call(tenants.rename, { body: { name: values.name.trim() } });
        renaming.current = false;
      }
      const change = changeOf(values, current);
      return Object.keys(change).length === 0 ? null : call(settings.change, { body: change });
    },
    {
      said: 'Saved',
      touches: [settings, tenants, currencies, events],
      done: (saved, values) => {
        form.resetDirty(saved === null ? values : valuesOf(saved));
        form.setValues(saved === null ? values : valuesOf(saved));
      },
      failed: (error) => {
        const faults = faultsOf(error, renaming.current);
        renaming.current = false;
        if (Object.keys(faults).length > 0) form.setErrors({ ...form.errors, ...faults });
      },
    },
  );
  const disabled = !permission.allowed;
  const open = current.settings.reporting_currency_open;
  return (
    <Paper p="md" component="section" aria-label="Profile" className={classes['section'] ?? ''}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <div className={classes['pair']}>
            <TextInput
              label="Organisation name"
              withAsterisk
              maxLength={ORGANISATION_NAME_INPUT_MAX}
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Primary contact email"
              description="Shown to clients in the portal."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="email"
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps('primary_contact_email')}
            />
          </div>
          <div className={classes['logo']}>
            <TextInput
              label="Logo URL"
              description="An image at an https:// address."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="url"
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps('logo_url')}
            />
            <LogoPreview url={form.values.logo_url} />
          </div>
          <div className={classes['pair']}>
            <TextInput
              label="Locale"
              description={`A language tag, for example ${LOCALE_EXAMPLE}.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              disabled={disabled}
              {...form.getInputProps('locale')}
            />
            <Select
              label="Fiscal year starts in"
              allowDeselect={false}
              data={months}
              disabled={disabled}
              {...form.getInputProps('fiscal_year_start')}
            />
          </div>
          <div className={classes['pair']}>
            <Select
              label="Reporting currency"
              description={
                open ? 'Totals and limits are shown in it. It can change until the first posting.' : messageOf('REPORTING_CURRENCY_FIXED')
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              searchable
              allowDeselect={false}
              data={
                all.length === 0 ? [form.values.reporting_currency] : all.map((c) => ({ value: c.code, label: `${c.code} · ${c.name}` }))
              }
              disabled={disabled || !open}
              {...form.getInputProps('reporting_currency')}
            />
          </div>
          <Group justify="flex-end">
            <GuardedButton type="submit" permission={permission} loading={save.isPending}>
              Save
            </GuardedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

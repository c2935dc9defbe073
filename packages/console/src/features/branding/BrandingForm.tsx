import { BRANDING_NAME_LENGTH_MAX, type Branding, branding, NewBranding } from '@countinghouse/contract/features/branding';
import { events } from '@countinghouse/contract/features/events';
import { ColorInput, Group, Paper, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { LogoPreview } from '../../ui/form/logo/LogoPreview.tsx';
import { Columns } from '../../ui/page/Columns.tsx';
import classes from './Branding.module.css';
import { BrandPreview } from './BrandPreview.tsx';
import { ContrastChecks } from './ContrastChecks.tsx';

interface BrandingValues {
  display_name: string;
  logo_url: string;
  primary_color: string;
  accent_color: string;
}

const swatches = ['#1f48a4', '#0b5a6b', '#05614a', '#7a4d00', '#9a3700', '#a32015', '#7d2a91', '#2d3444'];

const valuesOf = (current: Branding): BrandingValues => ({
  display_name: current.display_name ?? '',
  logo_url: current.logo_url ?? '',
  primary_color: current.primary_color ?? '',
  accent_color: current.accent_color ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const bodyOf = (values: BrandingValues): Branding => ({
  display_name: orNull(values.display_name),
  logo_url: orNull(values.logo_url),
  primary_color: orNull(values.primary_color),
  accent_color: orNull(values.accent_color),
});

export function BrandingForm({ current, tenantName }: { readonly current: Branding; readonly tenantName: string }) {
  const permission = useWritePermission(branding.set);
  const form = useForm<BrandingValues>({
    initialValues: valuesOf(current),
    validate: (values) => schemaResolver(NewBranding, { sync: true })(bodyOf(values)),
  });
  const save = useWrite(branding.set, {
    input: (values: BrandingValues) => ({ body: bodyOf(values) }),
    said: 'Branding updated',
    touches: [branding, events],
    form,
    faults: (error) => Object.fromEntries(fieldFaultsOf(error)),
    done: (saved) => form.setValues(valuesOf(saved.branding)),
  });
  const typed = bodyOf(form.values);
  const disabled = !permission.allowed;
  const colour = {
    format: 'hex',
    swatches,
    disabled,
    withEyeDropper: false,
    placeholder: '#1f48a4',
    popoverProps: { position: 'bottom-start' },
  } as const;
  return (
    <Columns
      main={
        <Paper p="md" component="section" aria-label="Branding">
          <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
            <Stack gap="md">
              <TextInput
                label="Display name"
                description="Shown in place of the organisation’s name."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={BRANDING_NAME_LENGTH_MAX}
                autoComplete="off"
                disabled={disabled}
                {...form.getInputProps('display_name')}
              />
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
                <ColorInput label="Primary colour" size="xs" {...colour} {...form.getInputProps('primary_color')} />
                <ColorInput label="Accent colour" size="xs" {...colour} {...form.getInputProps('accent_color')} />
              </div>
              <ContrastChecks primary={typed.primary_color} accent={typed.accent_color} />
              <Group justify="flex-end">
                <GuardedButton type="submit" permission={permission} loading={save.isPending}>
                  Save
                </GuardedButton>
              </Group>
            </Stack>
          </form>
        </Paper>
      }
      side={<BrandPreview branding={typed} tenantName={tenantName} />}
    />
  );
}

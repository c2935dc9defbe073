import { messageOf } from '@countinghouse/contract/errors';
import {
  ENTITY_CODE_LENGTH_MAX,
  ENTITY_CODE_LENGTH_MIN,
  ENTITY_NAME_LENGTH_MAX,
  ENTITY_NAME_LENGTH_MIN,
  entities,
  NewEntity,
} from '@countinghouse/contract/features/entities';
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { call, tenantGuard } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { CurrencySelect } from '../../ui/form/CurrencySelect.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';

const CURRENCY_LENGTH = 3;
const FORM_WIDTH_PX = 520;
const initialValues = { code: '', name: '', base_currency: '' };

/** Source: specification §5. */
const isComplete = (values: typeof initialValues): boolean =>
  values.code.trim().length >= ENTITY_CODE_LENGTH_MIN &&
  values.name.trim().length >= ENTITY_NAME_LENGTH_MIN &&
  values.base_currency.length === CURRENCY_LENGTH;

export function NewEntityPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const permission = useWritePermission(entities.create);
  const form = useForm({ initialValues, validate: schemaResolver(NewEntity, { sync: true }) });
  const create = useMutation({
    mutationFn: (values: typeof initialValues) => call(entities.create, { body: values }),
    onSuccess: async () => {
      toastSuccess('Entity created');
      tenantGuard.reset();
      await Promise.all([keys.entities, keys.tenants, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
      await navigate({ to: paths.entities });
    },
    onError: (error) =>
      form.setErrors(
        error instanceof ApiError && error.code === 'CODE_TAKEN'
          ? { code: messageOf(error.code) }
          : Object.fromEntries(fieldFaultsOf(error)),
      ),
  });
  return (
    <Page>
      <PageHeader title="New entity" description="Whoever makes an entity administers it." />
      <Paper p="lg" maw={FORM_WIDTH_PX} component="section" aria-label="New entity">
        <form noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
          <Stack gap="md">
            <TextInput
              label="Code"
              withAsterisk
              autoFocus
              autoComplete="off"
              description={`${ENTITY_CODE_LENGTH_MIN} to ${ENTITY_CODE_LENGTH_MAX} characters; it can’t change later.`}
              maxLength={ENTITY_CODE_LENGTH_MAX}
              {...form.getInputProps('code')}
              onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
            />
            <TextInput label="Name" withAsterisk autoComplete="off" maxLength={ENTITY_NAME_LENGTH_MAX} {...form.getInputProps('name')} />
            <CurrencySelect
              label="Base currency"
              description="One of the currencies the organisation allows."
              withAsterisk
              placeholder="Choose a currency"
              {...form.getInputProps('base_currency')}
              value={form.values.base_currency || null}
              onChange={(value) => form.setFieldValue('base_currency', value ?? '')}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.entities} />}>
                Cancel
              </Button>
              <GuardedButton
                type="submit"
                permission={permission}
                loading={create.isPending}
                disabled={permission.allowed && !isComplete(form.values)}
              >
                Create
              </GuardedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}

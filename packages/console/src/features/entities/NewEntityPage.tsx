import {
  ENTITY_CODE_LENGTH_MAX,
  ENTITY_CODE_LENGTH_MIN,
  ENTITY_NAME_LENGTH_MAX,
  ENTITY_NAME_LENGTH_MIN,
  entities,
  NewEntity,
} from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { tenants } from '@countinghouse/contract/features/tenants';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
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
  const navigate = useNavigate();
  const permission = useWritePermission(entities.create);
  const form = useForm({ initialValues, validate: schemaResolver(NewEntity, { sync: true }) });
  const create = useWrite(entities.create, {
    input: (values: typeof initialValues) => ({ body: values }),
    said: 'Entity created',
    touches: [entities, tenants, events],
    form,
    faults: (error) =>
      error instanceof ApiError && error.code === 'CODE_TAKEN' ? { code: messageOf(error.code) } : Object.fromEntries(fieldFaultsOf(error)),
    done: () => navigate({ to: paths.entities }),
  });
  return (
    <Page>
      <PageHeader title="New entity" description="The person who creates an entity administers it." />
      <Paper p="md" maw={FORM_WIDTH_PX} component="section" aria-label="New entity">
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

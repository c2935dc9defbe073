import { SSO_GROUPS_CLAIM, SSO_SCOPE, type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { Collapse, PasswordInput, TextInput, UnstyledButton } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { NameField } from './NameField.tsx';
import { RuleFields } from './RuleFields.tsx';
import { freshRules, type RuleValues, rulesOf, rulesToSend } from './rules.ts';

export interface ConnectionValues extends RuleValues {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scope: string;
  groups_claim: string;
}

const fresh: ConnectionValues = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  scope: SSO_SCOPE,
  groups_claim: SSO_GROUPS_CLAIM,
  ...freshRules,
};

const valuesOf = (c: SsoConnection): ConnectionValues => ({
  name: c.name,
  issuer: c.issuer,
  client_id: c.client_id,
  client_secret: '',
  scope: c.scope,
  groups_claim: c.groups_claim,
  ...rulesOf(c),
});

/** What a connection is said to be, beside its issuer and its secret. */
export const contentOf = ({ name, client_id, scope, groups_claim, ...rules }: ConnectionValues) => ({
  name,
  client_id,
  scope,
  groups_claim,
  ...rulesToSend(rules),
});

export function useConnectionForm(connection?: SsoConnection): UseFormReturnType<ConnectionValues> {
  const ofAll = schemaResolver(sso.create.body.omit({ roles: true, default_role: true }).strip(), { sync: true });
  const ofChange = schemaResolver(sso.change.body.omit({ roles: true, default_role: true, client_secret: true }).strip(), { sync: true });
  return useForm<ConnectionValues>({
    initialValues: connection === undefined ? fresh : valuesOf(connection),
    validate: connection === undefined ? ofAll : ofChange,
  });
}

/** A name that is taken is told at the name. */
export function connectionFaults(error: Error): Record<string, string> {
  const { code: taken, ...faults } = formErrorsOf(error);
  return taken === undefined ? faults : { ...faults, name: 'Another connection has this name.' };
}

interface ConnectionFieldsProps {
  readonly form: UseFormReturnType<ConnectionValues>;
  readonly isNew: boolean;
}

/** The provider, who becomes what, and what else is asked. */
export function ConnectionFields({ form, isNew }: ConnectionFieldsProps) {
  const [more, setMore] = useState(false);
  return (
    <>
      <NameField {...form.getInputProps('name')} />
      <TextInput
        label="Issuer"
        description={isNew ? 'As the provider’s OpenID Connect settings say it. It cannot be changed later.' : 'It cannot be changed.'}
        placeholder="https://login.example.com"
        type="url"
        autoComplete="off"
        withAsterisk={isNew}
        readOnly={!isNew}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client ID" withAsterisk autoComplete="off" spellCheck={false} {...form.getInputProps('client_id')} />
      <PasswordInput
        label="Client secret"
        description={isNew ? 'Kept encrypted, and shown to nobody again.' : 'Leave it empty to keep the one there is.'}
        withAsterisk={isNew}
        autoComplete="off"
        {...form.getInputProps('client_secret')}
      />
      <RuleFields values={form.values} onChange={(values) => form.setValues(values)} isNew={isNew} factorTold="amr: mfa" />
      <UnstyledButton fz="sm" c="dimmed" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Fewer settings' : 'More settings'}
      </UnstyledButton>
      <Collapse expanded={more}>
        <TextInput
          label="Scopes"
          description="What is asked of the provider. Some name a person’s groups only where groups is asked for too."
          autoComplete="off"
          spellCheck={false}
          mb="sm"
          {...form.getInputProps('scope')}
        />
        <TextInput
          label="Claim of groups"
          description="Where the provider says in which groups a person is."
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('groups_claim')}
        />
      </Collapse>
    </>
  );
}

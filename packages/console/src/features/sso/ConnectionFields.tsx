import { SSO_GROUPS_CLAIM, SSO_SCOPE, type SsoConnection, sso } from '@countinghouse/contract/features/sso';
import { LABEL_LENGTH_MAX } from '@countinghouse/contract/fields';
import { Collapse, NativeSelect, PasswordInput, TextInput, UnstyledButton } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { type GroupRole, GroupRoles } from './GroupRoles.tsx';
import { type Demand, demandOf, demands } from './words.ts';

export interface ConnectionValues {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scope: string;
  groups_claim: string;
  roles: GroupRole[];
  default_role: 'member' | 'auditor' | 'none';
  second_factor: 'told' | 'trusted';
  demand: Demand;
}

const fresh: ConnectionValues = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  scope: SSO_SCOPE,
  groups_claim: SSO_GROUPS_CLAIM,
  roles: [],
  default_role: 'member',
  second_factor: 'told',
  demand: 'nobody',
};

const valuesOf = (c: SsoConnection): ConnectionValues => ({
  name: c.name,
  issuer: c.issuer,
  client_id: c.client_id,
  client_secret: '',
  scope: c.scope,
  groups_claim: c.groups_claim,
  roles: c.roles,
  default_role: c.default_role ?? 'none',
  second_factor: c.second_factor,
  demand: demandOf(c),
});

/** What a connection is said to be, beside its issuer and its secret. */
export const contentOf = ({ default_role, roles, demand, issuer: _issuer, client_secret: _secret, ...said }: ConnectionValues) => ({
  ...said,
  roles: roles.filter(({ group }) => group.trim() !== ''),
  default_role: default_role === 'none' ? null : default_role,
  owners_by_password: demand !== 'everybody',
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
      <TextInput
        label="Name"
        description="People choose it where their address leads to more than one."
        placeholder="Acme sign-in"
        withAsterisk
        data-autofocus
        maxLength={LABEL_LENGTH_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
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
      <GroupRoles rows={form.values.roles} onChange={(rows) => form.setFieldValue('roles', rows)} />
      <NativeSelect
        size="xs"
        label={form.values.roles.length === 0 ? 'Role of who signs in' : 'Role of who is in none of them'}
        data={[
          { value: 'member', label: 'Member' },
          { value: 'auditor', label: 'Auditor' },
          { value: 'none', label: 'None: they are not let in' },
        ]}
        {...form.getInputProps('default_role')}
      />
      <NativeSelect
        size="xs"
        label="Second factor"
        description="Where the organisation asks for one. Nobody is asked for a code here after the provider."
        data={[
          { value: 'told', label: 'Where the provider says that it asked for one (amr: mfa)' },
          { value: 'trusted', label: 'Always: the provider is trusted to ask for one' },
        ]}
        {...form.getInputProps('second_factor')}
      />
      {isNew ? null : (
        <NativeSelect
          size="xs"
          label="Who must sign in by it"
          description={demands[form.values.demand].description}
          data={Object.entries(demands).map(([value, { label }]) => ({ value, label }))}
          {...form.getInputProps('demand')}
        />
      )}
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

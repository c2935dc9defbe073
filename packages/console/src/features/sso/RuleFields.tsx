import { NativeSelect } from '@mantine/core';
import { GroupRoles } from './GroupRoles.tsx';
import type { RuleValues } from './rules.ts';
import { demands } from './words.ts';

interface RuleFieldsProps {
  readonly values: RuleValues;
  readonly onChange: (values: Partial<RuleValues>) => void;
  readonly isNew: boolean;
  /** How a provider says that it asked for a second factor. */
  readonly factorTold: string;
}

/** Who becomes what, and what else is asked of people. */
export function RuleFields({ values, onChange, isNew, factorTold }: RuleFieldsProps) {
  return (
    <>
      <GroupRoles rows={values.roles} onChange={(roles) => onChange({ roles })} />
      <NativeSelect
        size="xs"
        label={values.roles.length === 0 ? 'Role of who signs in' : 'Role of who is in none of them'}
        data={[
          { value: 'member', label: 'Member' },
          { value: 'auditor', label: 'Auditor' },
          { value: 'none', label: 'None: they are not let in' },
        ]}
        value={values.default_role}
        onChange={(event) => onChange({ default_role: event.currentTarget.value as RuleValues['default_role'] })}
      />
      <NativeSelect
        size="xs"
        label="Second factor"
        description="Where the organisation asks for one. Nobody is asked for a code here after the provider."
        data={[
          { value: 'told', label: `Where the provider says that it asked for one (${factorTold})` },
          { value: 'trusted', label: 'Always: the provider is trusted to ask for one' },
        ]}
        value={values.second_factor}
        onChange={(event) => onChange({ second_factor: event.currentTarget.value as RuleValues['second_factor'] })}
      />
      {isNew ? null : (
        <NativeSelect
          size="xs"
          label="Who must sign in by it"
          description={demands[values.demand].description}
          data={Object.entries(demands).map(([value, { label }]) => ({ value, label }))}
          value={values.demand}
          onChange={(event) => onChange({ demand: event.currentTarget.value as RuleValues['demand'] })}
        />
      )}
    </>
  );
}

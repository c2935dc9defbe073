import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { events } from '@countinghouse/contract/features/events';
import { IsoCurrencyCode } from '@countinghouse/contract/fields';
import { messageOf } from '@countinghouse/contract/messages';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, fieldFaultsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';

const CODE_LENGTH = 3;

const faultOf = (error: unknown): string =>
  fieldFaultsOf(error).get('code') ?? messageOf(error instanceof ApiError ? error.code : 'UNKNOWN');

/** Allows a currency by its code, or by one press on a suggestion. */
export function AddCurrency({ suggestions }: { readonly suggestions: readonly CurrencyInfo[] }) {
  const permission = useWritePermission(currencies.add);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const add = useWrite(currencies.add, {
    input: (wanted: string) => ({ body: { code: wanted } }),
    said: (_done, wanted) => `${wanted} added`,
    touches: [currencies, events],
    done: () => setCode(''),
    failed: (error, wanted) => {
      if (wanted === code) setFault(faultOf(error));
    },
  });
  const submit = (): void => {
    const checked = IsoCurrencyCode.safeParse(code);
    setFault(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    if (checked.success) add.mutate(checked.data);
  };
  return (
    <Panel title="Add a currency">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Group gap="xs" align="flex-start">
            <TextInput
              label="Code"
              description="Three letters of ISO 4217."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              w={170}
              maxLength={CODE_LENGTH}
              autoComplete="off"
              value={code}
              error={fault}
              disabled={!permission.allowed}
              onChange={(event) => {
                setCode(event.currentTarget.value.toUpperCase());
                setFault(null);
              }}
            />
            <GuardedButton
              mt={22}
              type="submit"
              permission={permission}
              loading={add.isPending && add.variables === code}
              disabled={permission.allowed && (code.trim().length !== CODE_LENGTH || add.isPending)}
            >
              Add
            </GuardedButton>
          </Group>
          {suggestions.length === 0 ? null : (
            <div>
              <Text size="xs" fw={600} c="dimmed" mb={6}>
                Suggestions
              </Text>
              <Group gap={6}>
                {suggestions.map((c) => (
                  <GuardedButton
                    key={c.code}
                    size="compact-sm"
                    radius="xl"
                    variant="default"
                    permission={permission}
                    loading={add.isPending && add.variables === c.code}
                    leftSection={<IconPlus size={12} />}
                    aria-label={`Add ${c.code}, ${c.name}`}
                    onClick={() => add.mutate(c.code)}
                  >
                    {c.code}
                  </GuardedButton>
                ))}
              </Group>
            </div>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

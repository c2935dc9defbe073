import { accessReviews } from '@countinghouse/contract/features/access-reviews';
import { type ApiKey, apiKeys } from '@countinghouse/contract/features/api-keys';
import { events } from '@countinghouse/contract/features/events';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formErrorsOf } from '../../lib/calls/api-error.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { linesOf, type NetworkLine, networksOf } from '../../lib/values/text/networks.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { NetworkLines } from '../../ui/form/lines/NetworkLines.tsx';

const WIDTH_PX = 520;

/** Says from where an API key may be used. */
export function ChangeAllowList({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  return apiKey?.status === 'active' ? <Form key={apiKey.id} apiKey={apiKey} onClose={onClose} /> : null;
}

function Form({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const permission = useWritePermission(apiKeys.changeAllowList);
  const form = useForm<{ networks: NetworkLine[] }>({ initialValues: { networks: linesOf(apiKey.allow_list) } });
  const save = useWrite(apiKeys.changeAllowList, {
    input: ({ networks }: { networks: NetworkLine[] }) => ({ params: { id: apiKey.id }, body: { networks: networksOf(networks) } }),
    said: 'Allow list of the key saved',
    touches: [apiKeys, accessReviews, events],
    close: onClose,
    failed: (error) => form.setErrors(formErrorsOf(error)),
  });
  return (
    <FormModal
      opened
      title={`Allow list of ${apiKey.name}`}
      submitLabel="Save"
      size={WIDTH_PX}
      busy={save.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Text size="sm">
        The addresses and networks from which the key may be used. The allow list of the organisation holds beside it. With none, the key
        may be used from wherever the organisation takes calls.
      </Text>
      <NetworkLines
        lines={form.values.networks}
        faultOf={(index) => {
          const fault = form.errors[`networks.${index}.network`] ?? form.errors[`networks.${index}.note`];
          return typeof fault === 'string' ? fault : undefined;
        }}
        onChange={(networks) => form.setValues({ networks })}
      />
    </FormModal>
  );
}

import { accounts } from '@countinghouse/contract/features/accounts';
import { events } from '@countinghouse/contract/features/events';
import { interest } from '@countinghouse/contract/features/interest';
import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useAccountsNamed } from '../../lib/calls/use-accounts.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { today } from '../../lib/values/time.ts';
import { AccountPicker } from '../../ui/form/AccountPicker.tsx';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { showPercent } from './figures.ts';

const NO_BUCKET = 'none';

interface FormValues {
  account_id: string | null;
  bucket_id: string | null;
  effective_on: string;
}

interface PutModalProps {
  readonly opened: boolean;
  /** The account, where it is known already. */
  readonly accountId?: string | undefined;
  readonly onClose: () => void;
}

/** Puts an account into a bucket, or takes it out, from a day on. */
export function PutModal({ opened, accountId, onClose }: PutModalProps) {
  const permission = useWritePermission(interest.setBucket);
  const buckets = useQuery(q(interest.buckets)).data?.buckets ?? [];
  const initialValues: FormValues = { account_id: null, bucket_id: null, effective_on: today(new Date()) };
  const form = useForm<FormValues>({
    initialValues,
    validate: {
      account_id: (value) => ((value ?? accountId) === undefined || (value ?? accountId) === null ? 'Choose an account' : null),
      bucket_id: (value) => (value === null ? 'Choose a bucket' : null),
      effective_on: (value) => (value === '' ? 'Choose a date' : null),
    },
  });
  const put = useWrite(interest.setBucket, {
    input: ({ account_id, bucket_id, effective_on }: FormValues) => ({
      params: { id: accountId ?? account_id ?? '' },
      body: { bucket_id: bucket_id === NO_BUCKET ? null : bucket_id, effective_on },
    }),
    said: 'Saved',
    touches: [interest, accounts, events],
    form,
    close: onClose,
  });
  const [known] = useAccountsNamed([accountId ?? null]);
  return (
    <FormModal
      opened={opened}
      title={known === undefined ? 'Put an account into a bucket' : `Interest bucket of ${known.code}`}
      submitLabel="Save"
      busy={put.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => put.mutate(values))}
    >
      {accountId !== undefined ? null : (
        <AccountPicker
          label="Account"
          withAsterisk
          data-autofocus
          by="id"
          value={form.values.account_id}
          error={form.errors['account_id']}
          onChange={(account) => form.setFieldValue('account_id', account?.id ?? null)}
        />
      )}
      <Select
        label="Bucket"
        withAsterisk
        allowDeselect={false}
        data={[
          ...buckets.map((b) => ({ value: b.id, label: b.rate === null ? b.code : `${b.code} · ${showPercent(b.rate)}` })),
          { value: NO_BUCKET, label: 'None: no interest from that day on' },
        ]}
        {...form.getInputProps('bucket_id')}
      />
      <DayField
        label="From"
        description="The first day. Days that have accrued stay as they are; earlier ones that have not are caught up."
        withAsterisk
        value={form.values.effective_on}
        error={form.errors['effective_on']}
        onChange={(value) => form.setFieldValue('effective_on', value ?? '')}
      />
    </FormModal>
  );
}

import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a currency is no longer allowed. */
export function RemoveCurrency({ currency, onClose }: { readonly currency: CurrencyInfo | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (code: string) => call(currencies.remove, { body: { code } }),
    onSuccess: (_done, code) => toastSuccess(`${code} removed`),
    onSettled: async () => {
      onClose();
      await Promise.all([keys.currencies, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ConfirmModal
      opened={currency !== undefined}
      title={`Remove ${currency?.code ?? ''}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (currency !== undefined) remove.mutate(currency.code);
      }}
    >
      New accounts and postings in {currency?.name} are refused then. It can be added again.
    </ConfirmModal>
  );
}

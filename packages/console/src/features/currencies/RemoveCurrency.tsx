import { type CurrencyInfo, currencies } from '@countinghouse/contract/features/currencies';
import { events } from '@countinghouse/contract/features/events';
import { useWrite } from '../../lib/calls/use-write.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';

/** Asks before a currency is no longer allowed. */
export function RemoveCurrency({ currency, onClose }: { readonly currency: CurrencyInfo | undefined; readonly onClose: () => void }) {
  const remove = useWrite(currencies.remove, {
    input: (code: string) => ({ body: { code } }),
    said: (_removed, code) => `${code} removed`,
    touches: [currencies, events],
    close: onClose,
    failed: onClose,
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

import { messageOf } from '@countinghouse/contract/messages';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import { JsonViewer } from '../../../ui/value/json/JsonViewer.tsx';
import { ConsentFields } from '../fields/ConsentFields.tsx';
import { KeyFields } from '../fields/KeyFields.tsx';
import { SignatureField } from '../fields/SignatureField.tsx';
import { type Draft, refusalOf, requestFrom } from '../post/draft.ts';
import { Foreseen } from '../post/foreseen/Foreseen.tsx';
import { useForeseen } from '../post/foreseen/use-foreseen.ts';
import { FailureBox, ReceiptBox } from '../post/Outcome.tsx';
import classes from './FollowDialog.module.css';
import type { Follower } from './use-follower.ts';

interface FollowDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** It cannot be undone: red, and focus rests on Cancel. */
  readonly final?: boolean;
  readonly follower: Follower;
  /** The draft as it would be sent now. */
  readonly toSend: Draft;
  /** What the dialog itself finds wrong with it. */
  readonly own?: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Consent, signature, key and the request itself, for who wants to see or change them. */
function Particulars({ follower, toSend }: { readonly follower: Follower; readonly toSend: Draft }) {
  const tenantId = useActiveTenant()?.id ?? '';
  const [open, setOpen] = useState(follower.signed);
  return (
    <details open={open} className={classes['more']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Consent, signature and key</summary>
      {open ? (
        <Stack gap="sm" mt="xs">
          <ConsentFields draft={follower.draft} onChange={follower.change} />
          <SignatureField
            request={requestFrom(toSend, tenantId)}
            value={follower.draft.signature}
            error={follower.refusal === messageOf('SIGNATURE_REQUIRED')}
            onChange={(signature) => follower.change({ signature })}
          />
          <KeyFields idemKey={follower.draft.idemKey} intentId={follower.draft.intentId} onRegenerate={follower.regenerate} />
          <JsonViewer value={requestFrom(toSend, tenantId)} what="request" />
        </Stack>
      ) : null}
    </details>
  );
}

/** Asks before an intent that follows another is sent, then shows what became of it. Stays while the request runs. */
export function FollowDialog({ title, submitLabel, final = false, follower, toSend, own = null, onClose, children }: FollowDialogProps) {
  const { draft, post, refusal } = follower;
  // It is pending until what is shown behind it was read again, too: the receipt is there before.
  const busy = post.isPending && draft.receipt === null;
  const tenant = useActiveTenant();
  const isReady = draft.receipt === null && own === null && refusalOf(toSend, tenant) === null;
  const foreseen = useForeseen(toSend, tenant?.id ?? '', isReady);
  const close = (): void => {
    if (busy) return;
    if (draft.receipt !== null) follower.forget();
    // Once this key press has been heard by all: the panel behind must still find a dialog open, or Escape closes both.
    setTimeout(onClose);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    follower.submit(toSend, own);
  };
  return (
    <Modal opened title={title} size={720} onClose={close} closeOnEscape={!busy} closeOnClickOutside={!busy}>
      {draft.receipt === null ? (
        <form onSubmit={submit} noValidate aria-label={title}>
          <Stack gap="md">
            {post.isError ? <FailureBox error={post.error} /> : null}
            {children}
            <Particulars follower={follower} toSend={toSend} />
            <div className={classes['foot']}>
              <div className={classes['said']}>
                <Text size="sm" fw={550} c="var(--mantine-color-error)" role="alert">
                  {refusal}
                </Text>
                <div role="status">{refusal === null ? <Foreseen foreseen={foreseen} plain="" /> : null}</div>
              </div>
              <Group gap="xs" ml="auto" wrap="nowrap">
                <Button variant="default" onClick={close} disabled={busy} {...(final ? { 'data-autofocus': true } : {})}>
                  Cancel
                </Button>
                <Button type="submit" loading={busy} {...(final ? { color: 'red' } : {})}>
                  {submitLabel}
                </Button>
              </Group>
            </div>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <ReceiptBox
            receipt={draft.receipt}
            rejection={draft.rejection}
            useCase={draft.useCase}
            again={draft.receipt.status === 'rejected' ? { label: 'Try again', onPress: follower.again } : null}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

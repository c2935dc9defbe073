import type { Hold } from '@countinghouse/contract/features/holds';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { CaptureDialog } from '../follow/CaptureDialog.tsx';
import { ReverseDialog } from '../follow/ReverseDialog.tsx';
import { barredBy, useRowsPermission } from '../follow/use-follower.ts';
import { VoidDialog } from '../follow/VoidDialog.tsx';
import { whyClosed, whyNotReversible } from './acts.ts';

/** Capture and Void of a hold; barred with the reason once it is closed. */
export function HoldActs({ hold }: { readonly hold: Hold }) {
  const permission = barredBy(whyClosed(hold), useRowsPermission(hold.rows));
  const [open, setOpen] = useState<'capture' | 'void' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <GuardedButton variant="default" permission={permission} leftSection={<IconX size={14} />} onClick={() => setOpen('void')}>
        Void
      </GuardedButton>
      <GuardedButton permission={permission} leftSection={<IconCheck size={14} />} onClick={() => setOpen('capture')}>
        Capture
      </GuardedButton>
      {open === 'capture' ? <CaptureDialog hold={hold} onClose={close} /> : null}
      {open === 'void' ? <VoidDialog hold={hold} onClose={close} /> : null}
    </>
  );
}

/** Reverse, barred with the reason where an intent cannot be taken back. */
export function ReverseAct({ intent }: { readonly intent: IntentView }) {
  const permission = barredBy(whyNotReversible(intent), useRowsPermission(intent.postings));
  const [open, setOpen] = useState(false);
  return (
    <>
      <GuardedButton variant="default" permission={permission} leftSection={<IconArrowBackUp size={14} />} onClick={() => setOpen(true)}>
        Reverse
      </GuardedButton>
      {open ? <ReverseDialog intent={intent} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import { events } from '@countinghouse/contract/features/events';
import { type Privacy, privacy } from '@countinghouse/contract/features/privacy';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { SwitchPanel } from '../../ui/form/SwitchPanel.tsx';

/** How references of accounts and bank accounts of sources go into new events, with the way to turn that. */
export function ReferencesSwitch({ references }: { readonly references: Privacy['references'] }) {
  const [asking, setAsking] = useState(false);
  const permission = useWritePermission(privacy.setReferences);
  const on = references === 'token';
  const set = useWrite(privacy.setReferences, {
    input: (next: Privacy['references']) => ({ body: { references: next } }),
    said: (_answer, next) => (next === 'token' ? 'New references are tokens' : 'New references are in the clear'),
    touches: [privacy, events],
    close: () => setAsking(false),
  });
  return (
    <SwitchPanel
      title="References as tokens"
      on={on}
      permission={permission}
      action={on ? 'Turn off' : 'Turn on'}
      remedy={null}
      question={
        on
          ? {
              title: 'Write references in the clear?',
              confirmLabel: 'Turn off',
              body: 'The reference of an account that is opened from now on, and the bank account of a source that is saved, are in the log for good. What is a token stays one.',
            }
          : {
              title: 'Keep new references out of the log?',
              confirmLabel: 'Turn on',
              body: 'From now on the log has tokens in their place. What earlier events say stays. A signed request then names such an account by its id or code, and a name that leads to no account is refused without a trace.',
            }
      }
      asking={asking}
      onAsk={setAsking}
      busy={set.isPending}
      onTurn={() => set.mutate(on ? 'clear' : 'token')}
    >
      {on
        ? 'The reference of a new account, such as an IBAN, and the bank account of a source are kept beside the log and can be erased. Accounts are found and posted to by them as ever. What earlier events say stays.'
        : 'The reference of an account, such as an IBAN, and the bank account of a source are in the log in the clear, for good. As tokens they are kept beside the log and can be erased; what earlier events say stays.'}
    </SwitchPanel>
  );
}

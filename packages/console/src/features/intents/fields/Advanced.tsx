import { snapshots } from '@countinghouse/contract/features/snapshots';
import { messageOf } from '@countinghouse/contract/messages';
import { Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import { faultOfPair } from '../../../lib/values/metadata.ts';
import { showDay } from '../../../lib/values/time.ts';
import { KeyValues } from '../../../ui/form/lines/KeyValues.tsx';
import { type Draft, type DraftChange, METADATA_UNFINISHED, requestFrom } from '../post/draft.ts';
import classes from './Advanced.module.css';
import { ConsentFields } from './ConsentFields.tsx';
import { FxSnapshotField } from './FxSnapshotField.tsx';
import { KeyFields } from './KeyFields.tsx';
import { SignatureField } from './SignatureField.tsx';

interface AdvancedProps {
  readonly draft: Draft;
  readonly tenantId: string;
  /** Why Submit was refused. */
  readonly refusal: string | null;
  readonly onChange: (change: DraftChange) => void;
  readonly onSuggest: (change: DraftChange) => void;
  readonly onRegenerate: () => void;
}

/** What has a good value by itself, folded: consent, signature, metadata, FX snapshot, keys. It opens where one of them is missing. */
export function Advanced({ draft, tenantId, refusal, onChange, onSuggest, onRegenerate }: AdvancedProps) {
  const tenant = useActiveTenant();
  const [open, setOpen] = useState(false);
  const list = useQuery(q(snapshots.list, { query: { kind: 'fx' } })).data?.snapshots;
  const suggestSnapshot = useCallback((fxSnapshotId: string) => onSuggest({ fxSnapshotId }), [onSuggest]);
  const needsSignature = tenant !== null && tenant.signingMode !== 'STANDARD' && tenant.enforceSignedIntents;
  const unsigned = needsSignature && draft.signature.trim() === '';
  const missing = list?.length === 0 || unsigned || draft.scope.length === 0 || draft.grantedAt === null || draft.expiresAt === null;
  useEffect(() => {
    if (missing || refusal === METADATA_UNFINISHED) setOpen(true);
  }, [missing, refusal]);
  const snapshot = list?.find((s) => s.id === draft.fxSnapshotId);
  const said = [
    draft.scope.length === 0 ? 'no consent' : `Consent ${draft.scope.join(', ')}`,
    draft.signature.trim() !== '' ? 'signed' : needsSignature ? 'signature missing' : 'no signature needed',
    snapshot === undefined ? 'no FX snapshot' : `FX snapshot of ${showDay(snapshot.effective_at.slice(0, 10))}`,
    `key ${draft.idemKey.slice(0, 4)}…${draft.idemKey.slice(-4)}`,
  ].join(' · ');
  return (
    <details className={classes['advanced']} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={15} aria-hidden />
        <strong>Advanced</strong>
        <span className="dimmed">{said}</span>
      </summary>
      <div className={classes['fields']}>
        <section aria-label="Consent">
          <Title order={2} size="xs">
            Consent
          </Title>
          <ConsentFields draft={draft} onChange={onChange} />
        </section>
        <section aria-label="Signature">
          <Title order={2} size="xs">
            Signature
          </Title>
          <SignatureField
            request={requestFrom(draft, tenantId)}
            value={draft.signature}
            error={refusal === messageOf('SIGNATURE_REQUIRED')}
            onChange={(signature) => onChange({ signature })}
          />
        </section>
        <section aria-label="Metadata">
          <Title order={2} size="xs">
            Metadata
          </Title>
          <KeyValues
            pairs={draft.metadata}
            faultOf={(index) => faultOfPair(draft.metadata, index)}
            onChange={(metadata) => onChange({ metadata: [...metadata] })}
          />
        </section>
        <section aria-label="Rates and keys">
          <Title order={2} size="xs">
            Rates and keys
          </Title>
          <FxSnapshotField value={draft.fxSnapshotId} onChange={(fxSnapshotId) => onChange({ fxSnapshotId })} onSuggest={suggestSnapshot} />
          <KeyFields idemKey={draft.idemKey} intentId={draft.intentId} onRegenerate={onRegenerate} />
        </section>
      </div>
    </details>
  );
}

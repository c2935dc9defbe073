// An intent that follows another one: begun in a dialog, sent like every posting, its key kept until something has settled it.

import type { PostedRow } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { entitiesQuery } from '../../../lib/session/context.ts';
import { type Permission, useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import { type Draft, type DraftChange, refusalOf, type UseCase } from '../post/draft.ts';
import { useDraft } from '../post/use-draft.ts';
import { usePostIntent } from '../post/use-post-intent.ts';

/** Whether the person may post these rows: the organisation, and a role in each entity they touch, as far as this tab sees them. */
export function useRowsPermission(rows: readonly PostedRow[]): Permission {
  const general = useWritePermission(intents.execute);
  const owner = useActiveTenant()?.role === 'owner';
  const ids = rows.flatMap((r) => [r.debit_account_id, r.credit_account_id]);
  const accounts = useAccountsNamed(general.allowed && !owner ? ids : []);
  const entities = useQuery(entitiesQuery).data?.entities ?? [];
  if (!general.allowed || owner) return general;
  const barred = accounts.find((a) => a.entityId !== null && entities.find((e) => e.id === a.entityId)?.entity_role === null);
  return barred === undefined
    ? general
    : { allowed: false, reason: `Posting to ${barred.code} needs an owner, or a role in ${barred.entityCode ?? 'its entity'}.` };
}

/** Bars an act for a reason of the thing itself, where the person would be allowed. */
export const barredBy = (reason: string, permission: Permission): Permission => (reason === '' ? permission : { allowed: false, reason });

export function useFollower(useCase: UseCase, follows: string, begin: (now: Date) => Draft) {
  const tenant = useActiveTenant();
  const tenantId = tenant?.id ?? '';
  const kept = useDraft(`follow:${tenantId}:${useCase}:${follows}`, begin);
  const { post, errorAt } = usePostIntent(tenantId, kept.settle);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    ...kept,
    post,
    errorAt,
    refusal,
    signed: tenant !== null && tenant.signingMode !== 'STANDARD' && tenant.enforceSignedIntents,
    change: (change: DraftChange): void => {
      setRefusal(null);
      if (post.isError) post.reset();
      kept.change(change);
    },
    /** After a rejection: the same act under another key. */
    again: (): void => {
      setRefusal(null);
      post.reset();
      kept.regenerate();
    },
    /** Sends the draft, or says why it may not be sent. `own` is what the dialog itself finds wrong. */
    submit: (toSend: Draft, own: string | null = null): void => {
      const why = own ?? refusalOf(toSend, tenant);
      setRefusal(why);
      if (why === null) post.mutate(toSend);
    },
  };
}

export type Follower = ReturnType<typeof useFollower>;

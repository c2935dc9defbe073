// Keeps the draft of an organisation in sessionStorage: a reload, a retry or a look at another screen loses neither rows nor key.

import type { Receipt } from '@countinghouse/contract/features/intents';
import { useCallback, useEffect, useState } from 'react';
import { changed, Draft, type DraftChange, newDraft, regenerated, settled } from './draft.ts';

const keyOf = (tenantId: string): string => `post-intent:${tenantId}`;

function load(tenantId: string): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(tenantId)) ?? 'null'));
  } catch {
    return newDraft(new Date());
  }
}

export function useDraft(tenantId: string) {
  const [draft, setDraft] = useState(() => load(tenantId));
  useEffect(() => {
    sessionStorage.setItem(keyOf(tenantId), JSON.stringify(draft));
  }, [tenantId, draft]);
  return {
    draft,
    change: useCallback((change: DraftChange) => setDraft((d) => changed(d, change, new Date())), []),
    /** Fills in what a person has not chosen; never begins another act. */
    suggest: useCallback((change: DraftChange) => setDraft((d) => ({ ...d, ...change })), []),
    regenerate: useCallback(() => setDraft(regenerated), []),
    reset: useCallback(() => setDraft(newDraft(new Date())), []),
    settle: useCallback((receipt: Receipt, answer: unknown) => setDraft((d) => settled(d, receipt, answer)), []),
  };
}

// Keeps a draft in sessionStorage: a reload, a retry or a look at another screen loses neither rows nor key.

import type { Receipt } from '@countinghouse/contract/features/intents';
import { useCallback, useEffect, useState } from 'react';
import { changed, choiceOf, Draft, type DraftChange, regenerated, settled, suggested, type UseCase } from './draft.ts';

type Begin = (now: Date) => Draft;

function load(name: string, begin: Begin): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(name) ?? 'null'));
  } catch {
    return begin(new Date());
  }
}

/** The draft kept under a name; `begin` makes it where there is none. */
export function useDraft(name: string, begin: Begin) {
  const [draft, setDraft] = useState(() => load(name, begin));
  useEffect(() => {
    sessionStorage.setItem(name, JSON.stringify(draft));
  }, [name, draft]);
  return {
    draft,
    change: useCallback((change: DraftChange) => setDraft((d) => changed(d, change, new Date())), []),
    /** Comes to the form to post or to hold: what a receipt has settled is left behind. */
    start: useCallback(
      (useCase: UseCase) =>
        setDraft((d) => {
          const now = new Date();
          const own = d.receipt === null ? d : begin(now);
          return suggested(own, choiceOf(own, useCase, now));
        }),
      [begin],
    ),
    /** Fills in what a person has not chosen; never begins another act. */
    suggest: useCallback((change: DraftChange) => setDraft((d) => suggested(d, change)), []),
    regenerate: useCallback(() => setDraft(regenerated), []),
    reset: useCallback(() => setDraft(begin(new Date())), [begin]),
    settle: useCallback((receipt: Receipt, answer: unknown) => setDraft((d) => settled(d, receipt, answer)), []),
    /** Leaves nothing behind: what was begun is done, or given up. */
    forget: useCallback(() => sessionStorage.removeItem(name), [name]),
  };
}

// Fills a draft from the template that the address names, once, and takes the name out of the address.

import { ACCOUNT_REFERENCES_MAX, accounts } from '@countinghouse/contract/features/accounts';
import { templates } from '@countinghouse/contract/features/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../../../../lib/calls/query.ts';
import type { Draft, DraftChange } from '../draft.ts';
import { changeFrom } from '../template.ts';

interface UseTemplate {
  readonly templateId: string | undefined;
  readonly draft: Draft;
  readonly onChange: (change: DraftChange) => void;
  readonly onDone: () => void;
}

export function useTemplate({ templateId, draft, onChange, onDone }: UseTemplate): void {
  const wanted = templateId !== undefined;
  const saved = useQuery({ ...q(templates.list, { query: {} }), enabled: wanted }).data?.templates;
  const template = saved?.find((t) => t.id === templateId);
  const references = [...new Set(template?.rows.flatMap((r) => [r.debitAccount, r.creditAccount]) ?? [])];
  const body = { limit: ACCOUNT_REFERENCES_MAX, references };
  const named = useQuery({ ...q(accounts.list, { body }), enabled: references.length > 0 }).data?.accounts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once for a name, with the draft as it is then
  useEffect(() => {
    if (!wanted || saved === undefined || (template !== undefined && named === undefined)) return;
    if (template !== undefined) onChange(changeFrom(template, named ?? [], draft, new Date()));
    onDone();
  }, [templateId, saved, named]);
}

// Fills a draft from the template that the address names, once, and takes the name out of the address.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountsQuery, templatesQuery } from '../../../lib/calls/queries.ts';
import type { Draft, DraftChange } from './draft.ts';
import { changeFrom } from './template.ts';

interface UseTemplate {
  readonly templateId: string | undefined;
  readonly draft: Draft;
  readonly onChange: (change: DraftChange) => void;
  readonly onDone: () => void;
}

export function useTemplate({ templateId, draft, onChange, onDone }: UseTemplate): void {
  const wanted = templateId !== undefined;
  const templates = useQuery({ ...templatesQuery, enabled: wanted }).data?.templates;
  const accounts = useQuery({ ...accountsQuery, enabled: wanted }).data?.accounts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once for a name, with the draft as it is then
  useEffect(() => {
    if (!wanted || templates === undefined || accounts === undefined) return;
    const template = templates.find((t) => t.id === templateId);
    if (template !== undefined) onChange(changeFrom(template, accounts, draft, new Date()));
    onDone();
  }, [templateId, templates, accounts]);
}

// The state of a screen lives in its address: filters, sort, page and open panel. Every value there is text; a screen's schema
// gives it types and forgives what it does not know.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import * as z from 'zod';

/** An optional piece of text in the address. */
export const urlText = z.string().max(2000).optional().catch(undefined);

/** An optional whole number above zero in the address. */
export const urlNumber = z.coerce.number().int().min(1).optional().catch(undefined);

/** A day as the address spells it; what is none counts as not said. */
export const urlDay = z.iso.date().optional().catch(undefined);

/** Reads `?a=b` as text only: an id like 007 stays what it is. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Writes what is set; what is empty or undefined is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export interface UrlStateOptions {
  /** Keeps the present entry of the history: for typing and for following the arrow keys. */
  readonly replace?: boolean;
}

type Search = Readonly<Record<string, unknown>>;

/** Stays on the screen and changes what its address says. */
export function useSearchChange(): (change: (previous: Search) => Search, options?: UrlStateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) =>
      void navigate({ to: '.', search: change, replace, resetScroll: false } as Parameters<typeof navigate>[0]),
    [navigate],
  );
}

export function useUrlState<S extends z.ZodType<object>>(
  schema: S,
): readonly [z.output<S>, (patch: Partial<z.output<S>>, options?: UrlStateOptions) => void] {
  const search: Search = useSearch({ strict: false });
  const change = useSearchChange();
  const state = useMemo(() => schema.parse(search), [schema, search]);
  const update = useCallback(
    (patch: Partial<z.output<S>>, options?: UrlStateOptions) => change((previous) => ({ ...previous, ...patch }), options),
    [change],
  );
  return [state, update];
}

// What the vault says of an intent in words and money, from the event that decided it: beside its bundle, which is hashed and stays as it is.

import type { EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { ArchivedEvent } from '@countinghouse/store/archive/event';

export type About = Pick<EvidenceBundle, 'narrative' | 'amounts'>;

/** As posted or reserved; of what was refused as it was asked for, which may be any text. */
interface Row {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly narrative?: unknown;
}

interface Decided {
  readonly rows?: readonly Row[];
  readonly hold?: { readonly rows?: readonly Row[] };
  readonly request?: { readonly proposed_actions?: readonly Row[] };
}

/** The narratives of its rows, each once, and their sums. Nothing of what is no intent. */
export function aboutOf({ payload }: Pick<ArchivedEvent, 'payload'>): About {
  const { rows = [], hold, request } = JSON.parse(payload) as Decided;
  const told = [rows, hold?.rows ?? [], request?.proposed_actions ?? []].find((part) => part.length > 0) ?? [];
  const narratives = new Set(told.flatMap(({ narrative }) => (typeof narrative === 'string' && narrative !== '' ? [narrative] : [])));
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of told) {
    const e8 = typeof amount === 'string' ? parseAmountE8(amount) : null;
    if (e8 !== null && typeof currency === 'string') sums.set(currency, (sums.get(currency) ?? 0n) + (e8 < 0n ? -e8 : e8));
  }
  return {
    narrative: narratives.size === 0 ? null : [...narratives].join('; '),
    amounts: [...sums].map(([currency, e8]) => ({ currency, amount: formatAmountE8(e8) })),
  };
}

// A list as it is typed in becomes one as the log has it, for organisations and for API keys.

import { ALLOWED_NETWORKS_MAX, NETWORK_NOTE_LENGTH_MAX } from '../bounds.ts';
import { canonicalize } from '../canonical/jcs.ts';
import { type Decision, type FieldFault, refuse } from '../ledger/decision.ts';
import type { AllowedNetwork } from './events.ts';
import { readNetwork } from './networks.ts';

/** The list, or the refusal: VALIDATION_ERROR with what is wrong in each line, under `path`. */
export function readList(
  typed: readonly AllowedNetwork[],
  path: string,
): { readonly list: readonly AllowedNetwork[] } | { readonly refusal: Decision } {
  const list: AllowedNetwork[] = [];
  const faults: FieldFault[] = [];
  if (typed.length > ALLOWED_NETWORKS_MAX) faults.push({ path, message: `Use at most ${ALLOWED_NETWORKS_MAX} addresses and networks.` });
  for (const [i, { network, note }] of typed.entries()) {
    const read = readNetwork(network);
    const said = note?.trim() ?? '';
    if ('fault' in read) faults.push({ path: `${path}.${i}.network`, message: read.fault });
    else if (list.some((other) => other.network === read.network))
      faults.push({ path: `${path}.${i}.network`, message: `${read.network} is in the list already.` });
    else list.push({ network: read.network, note: said === '' ? null : said });
    if (said.length > NETWORK_NOTE_LENGTH_MAX)
      faults.push({ path: `${path}.${i}.note`, message: `Use at most ${NETWORK_NOTE_LENGTH_MAX} characters.` });
  }
  return faults.length === 0 ? { list } : { refusal: refuse('VALIDATION_ERROR', faults) };
}

export const isSameList = (a: readonly AllowedNetwork[], b: readonly AllowedNetwork[]): boolean => canonicalize(a) === canonicalize(b);

/** For whoever decides about it; null: calls are taken from everywhere. */
export const sayList = (list: readonly AllowedNetwork[]): string | null =>
  list.length === 0 ? null : list.map(({ network, note }) => (note === null ? network : `${network} (${note})`)).join(', ');

// How old what is shown may be: what answers say of the replica that they come from. One browser is answered by one replica, so the last
// that says something of it says it of all.
import { REPLICA_AGE_HEADER } from '@countinghouse/contract/headers';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useSyncExternalStore } from 'react';

/** Less is not worth a word: a write of one's own is always seen. */
const SHOWN_FROM_SECONDS = 5;

let seconds: number | null = null;
/** What was last answered by a replica. */
const fromReplica = new Set<RouteDef>();
const listeners = new Set<() => void>();

function set(next: number | null): void {
  if (next === seconds) return;
  seconds = next;
  for (const listener of listeners) listener();
}

export function noteAnswer(route: RouteDef, { headers }: Pick<Response, 'headers'>): void {
  const said = headers.get(REPLICA_AGE_HEADER);
  if (said === null) {
    if (fromReplica.delete(route)) set(null);
    return;
  }
  fromReplica.add(route);
  const age = Math.round(Number(said));
  set(age >= SHOWN_FROM_SECONDS ? age : null);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whole seconds; null where what is shown is the primary's, or hardly older. */
export const useReplicaAge = (): number | null => useSyncExternalStore(subscribe, () => seconds);

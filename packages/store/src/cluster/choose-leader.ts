// Which of the servers decides for an organisation: each server finds the same one by itself, from nothing but who is there.

import { hash } from 'node:crypto';

/**
 * Rendezvous hashing: every server has a number for every organisation, and the highest leads. One that comes or goes moves only the
 * organisations that it leads itself. null where there is no server.
 */
export function chooseLeader(tenantId: string, serverIds: Iterable<string>): string | null {
  let leader: string | null = null;
  let highest = '';
  for (const id of serverIds) {
    const weight = hash('sha256', `${tenantId}/${id}`);
    if (weight <= highest) continue;
    highest = weight;
    leader = id;
  }
  return leader;
}

// From where calls are taken: the addresses and networks that an organisation, or an API key, is reached from. What is one is the kernel’s to
// say; it answers them in their one spelling.
import { ALLOWED_NETWORKS_MAX, NETWORK_NOTE_LENGTH_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { line } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';

export { ALLOWED_NETWORKS_MAX, NETWORK_NOTE_LENGTH_MAX };
/** Longer than any address with the length of a network behind it. */
export const NETWORK_LENGTH_MAX = 64;

export const AllowedNetwork = z.object({
  /** An IPv4 or IPv6 address, or a network as CIDR. */
  network: z.string(),
  note: z.string().nullable(),
});
export type AllowedNetwork = z.output<typeof AllowedNetwork>;

/** As it is typed in; an empty list takes calls from everywhere. */
export const AllowedNetworks = z
  .array(z.strictObject({ network: line(NETWORK_LENGTH_MAX), note: line(NETWORK_NOTE_LENGTH_MAX).nullable().default(null) }))
  .max(ALLOWED_NETWORKS_MAX, `Use at most ${ALLOWED_NETWORKS_MAX} addresses and networks.`);

const answer = z.object({
  networks: z.array(AllowedNetwork).max(ALLOWED_NETWORKS_MAX),
  /** Where this call came from. */
  address: z.string(),
});

export const allowLists = {
  get: route({
    method: 'GET',
    path: '/api/v1/allow-list',
    summary: 'The addresses and networks that the organisation takes calls from; none: it takes them from everywhere',
    needs: 'member',
    ok: answer,
  }),
  change: route({
    method: 'POST',
    path: '/api/internal/allow-list',
    v1: { path: '/api/v1/allow-list' },
    summary:
      'Set, as a whole, the addresses and networks that the organisation takes calls from; that of the owner who asks must be among them',
    needs: 'owner',
    body: z.strictObject({ networks: AllowedNetworks }),
    ok: answer,
    also: { 202: HeldChange },
    codes: ['FORBIDDEN', 'VALIDATION_ERROR', 'CHANGE_PENDING'],
  }),
} as const;

// What a state needs before anything is decided on it, beside itself.

import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { compiledOf } from '@countinghouse/kernel/policies/verdicts';
import { readInstant } from '@countinghouse/kernel/time/instant';
import type pg from 'pg';
import { activeChainKid } from './batch.ts';
import type { WriterResources } from './resources.ts';

/** The key that signs, policies compiled, and what is known to be lost of the log. Throws KeyUnavailable. */
export async function makeReady(
  client: pg.ClientBase,
  state: TenantState,
  { keyring, findLoss }: Pick<WriterResources, 'keyring' | 'findLoss'>,
): Promise<void> {
  const kid = activeChainKid(state);
  if (kid !== null) await keyring.load(client, state.tenantId, kid);
  // One after the other: compiling takes a moment each, and no command is to wait for all of them at once.
  for (const control of state.controls.values()) {
    compiledOf(control);
    await new Promise(setImmediate);
  }
  state.loss = (await findLoss?.(state.tenantId)) ?? null;
  if (state.loss === null) return;
  // What is accepted later than the loss is later by its time too, whatever the clock says.
  const lostUs = readInstant(state.loss.markTs);
  if (lostUs > state.head.tsUs) state.head.tsUs = lostUs;
}

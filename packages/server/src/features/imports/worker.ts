// Posts imports, a chunk after the other, in the name of whoever asked. It may be killed anywhere: keys follow from the content,
// so what was posted and not noted is found as a duplicate by the next pass.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { listImportsUnderWay, listIntentsToPost } from '@countinghouse/store/features/imports/reads';
import { finishImport, type PostedIntent, updatePosted } from '@countinghouse/store/features/imports/writes';
import type { Outcome } from '@countinghouse/store/writer/batch';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';
import { commandOf, tellDetails } from './rules.ts';

const CHUNK_INTENTS = 200;

/** Posts what is under way. Answers how many intents were decided. */
export async function postImports(services: Pick<Services, 'ledger' | 'writerPool'>, stopping?: AbortSignal): Promise<number> {
  const { ledger, writerPool } = services;
  let decided = 0;
  await eachOrganisation(await listImportsUnderWay(writerPool), stopping, async ({ tenant_id, id, posted_by, posted_with }) => {
    // With the key it was asked with: one that is revoked meanwhile posts nothing more.
    const actor = { kind: 'user', id: posted_by, ...(posted_with === null ? {} : { apiKeyId: posted_with }) } as const;
    while (stopping?.aborted !== true) {
      const chunk = await listIntentsToPost(writerPool, tenant_id, id, CHUNK_INTENTS);
      if (chunk.length === 0) {
        await finishImport(writerPool, tenant_id, id);
        break;
      }
      const outcomes = await ledger.submitMany(
        tenant_id,
        chunk.map(({ request }) => commandOf(JSON.parse(request) as JsonObject, actor)),
      );
      // A read-only organisation is waited for; nothing of the chunk is noted, and what was posted is found again.
      if (outcomes.some((o) => o.kind === 'refused' && o.code === 'TENANT_READONLY')) break;
      await updatePosted(
        writerPool,
        tenant_id,
        id,
        chunk.map(({ line }, i) => ({ line, ...resultOf(outcomes[i] as Outcome) })),
      );
      decided += chunk.length;
    }
  });
  return decided;
}

function resultOf(outcome: Outcome): Omit<PostedIntent, 'line'> {
  if (outcome.kind === 'refused')
    return { result: 'refused', code: outcome.code, details: tellDetails(outcome.details), intent_id: null, seq: null };
  if (outcome.kind === 'duplicate') {
    const { intentId, seq, error, status } = outcome.prior;
    return { result: status === 'rejected' ? 'rejected' : 'duplicate', code: error, details: null, intent_id: intentId, seq };
  }
  const [event] = outcome.events;
  if (event?.type === 'intent.rejected')
    return {
      result: 'rejected',
      code: event.payload.error_code,
      details: tellDetails(event.payload.reason),
      intent_id: event.payload.intent_id,
      seq: event.seq,
    };
  if (event?.type === 'intent.proposed')
    return { result: 'held', code: null, details: null, intent_id: event.payload.intent_id, seq: event.seq };
  if (event?.type !== 'intent.executed') throw new Error('an intent came to no decision');
  return { result: 'executed', code: null, details: null, intent_id: event.payload.intent_id, seq: event.seq };
}

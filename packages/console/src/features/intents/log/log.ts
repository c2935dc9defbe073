// The log of intents: what it reads, and how the address says what of it. It looks for a session first and refuses without one; whatever
// goes wrong, the next call makes sure of the organisation again (specification §6, §8).

import { auth } from '@countinghouse/contract/features/auth';
import { INTENT_LOG_SIZE } from '@countinghouse/contract/features/events';
import { intents, type ListedIntent } from '@countinghouse/contract/features/intents';
import { queryOptions } from '@tanstack/react-query';
import { call, refuseUnauthenticated, tenantGuard } from '../../../lib/calls/client.ts';
import { given, q } from '../../../lib/calls/query.ts';
import { type Amount, type IntentPayload, payloadOf } from '../../../lib/values/intent/payload.ts';
import { readMetadataFilter } from '../../../lib/values/metadata.ts';
import { readAmountE8, typedAmountE8 } from '../../../lib/values/money.ts';
import type { IntentsSearch } from '../search.ts';

/** An amount of the address as the call takes it; what is none is left out. */
function boundOf(typed: string | undefined): string | undefined {
  const amountE8 = typed === undefined ? null : typedAmountE8(typed);
  return typed === undefined || amountE8 === null || amountE8 < 0n ? undefined : typed.replace(/[^\d.]/g, '');
}

/** What the rows of an intent come to, as the call takes it: exactly that. */
const cameTo = (typed: string) => ({ amount_from: boundOf(typed), amount_to: boundOf(typed) });

/**
 * What somebody looks for as one of the log's filters. An amount is one that is spelled as such, with decimals or thousands apart: what an
 * intent's rows come to. A bare number may be that of an invoice, and is words as all else; `bare` takes it for an amount too.
 */
export function searchOf(typed: string, bare = false) {
  const isAmount = (bare ? /^\d+$/ : /^\d[\d.,’' ]*[.,’' ]\d+$/).test(typed) && boundOf(typed) !== undefined;
  return isAmount ? cameTo(typed) : { q: typed };
}

/** The filters of the address, as calls take them. */
export function filtersOf(search: IntentsSearch) {
  const { status, q: words, actor, account, currency, min, max, from, to, valueFrom, valueTo, use, party, meta } = search;
  return given({
    status,
    actor,
    account,
    currency,
    amount_from: boundOf(min),
    amount_to: boundOf(max),
    ...(words === undefined ? {} : min === undefined && max === undefined ? searchOf(words.trim()) : { q: words.trim() }),
    booked_from: from,
    booked_to: to,
    value_from: valueFrom,
    value_to: valueTo,
    use_case: use,
    party_id: party,
    metadata: readMetadataFilter(meta),
  });
}
export type IntentFilters = ReturnType<typeof filtersOf>;

/** A page of the log: the newest intents, or those before a seq. */
export function intentLogQuery(filters: IntentFilters, before: number | undefined, limit = INTENT_LOG_SIZE) {
  const query = { ...filters, limit, ...given({ after: before === undefined ? undefined : String(before) }) };
  return queryOptions({
    queryKey: q(intents.list, { query }).queryKey,
    queryFn: async ({ signal, client }) => {
      try {
        const session = await client.ensureQueryData(q(auth.session));
        if (session.user === null) refuseUnauthenticated();
        return await call(intents.list, { query }, { signal });
      } catch (error) {
        tenantGuard.reset();
        throw error;
      }
    },
  });
}

export interface LogRow {
  readonly intent: ListedIntent;
  readonly payload: IntentPayload;
  readonly amounts: readonly Amount[];
}

export const logRowOf = (intent: ListedIntent): LogRow => ({
  intent,
  payload: payloadOf(intent.event),
  amounts: intent.amounts.map(({ currency, amount }) => ({ currency, amountE8: readAmountE8(amount) })),
});

// The shortest way to post: from what was said to the intent written out, and what of it was filled in.

import { createHash } from 'node:crypto';
import type { Receipt } from '@countinghouse/contract/features/intents';
import { IntentId } from '@countinghouse/contract/intent-fields';
import type { DefaultsUsed, PostIntent } from '@countinghouse/contract/post-intent';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent, LeftOut } from '@countinghouse/kernel/intents/commands';
import { leftOutIn } from '@countinghouse/kernel/intents/left-out';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import { listEventsAt } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import type * as z from 'zod';
import type { Services } from '../../services.ts';

type Post = z.output<typeof PostIntent>;

const ID_DIGITS = 40;

/** The same for the same key, so that a repeat is one. */
const intentIdOf = (key: string): string =>
  IntentId.safeParse(key).success ? key : `key-${createHash('sha256').update(key).digest('hex').slice(0, ID_DIGITS)}`;

/** The command of a post, its fields empty where it says nothing, and its request written out as far as it is said. */
export function toPost(post: Post, idemKey: string, tenantId: string, actor: Actor): Omit<ExecuteIntent, 'original'> {
  const { use_case, value_date, constraints, fx_snapshot, consent, metadata, intent_id = intentIdOf(idemKey) } = post;
  const rows = rowsOf(post);
  const leftOut: LeftOut[] = [];
  if (consent === undefined) leftOut.push('consent');
  if (rows.some(({ currency }) => currency === undefined)) leftOut.push('currency');
  if (fx_snapshot === undefined) leftOut.push('fx_snapshot');
  if (value_date === undefined) leftOut.push('value_date');
  const request: JsonObject = {
    intent_id,
    tenant_id: tenantId,
    idem_key: idemKey,
    use_case,
    ...(value_date === undefined ? {} : { value_date }),
    constraints: constraints as JsonObject,
    proposed_actions: rows.map(({ debit, credit, amount, currency, value_date: day, narrative }) => ({
      debitAccount: debit,
      creditAccount: credit,
      amount,
      ...(currency === undefined ? {} : { currency }),
      ...(day === undefined ? {} : { valueDate: day }),
      ...(narrative === undefined ? {} : { narrative }),
    })),
    snapshot_ids: { fx: fx_snapshot ?? null },
    ...(consent === undefined ? {} : { consent }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return {
    type: 'intent.execute',
    actor,
    intentId: intent_id,
    idemKey,
    tenantId,
    useCase: use_case,
    valueDate: value_date ?? '',
    constraints: constraints as JsonObject,
    rows: rows.map(({ debit, credit, amount, currency = '', value_date: day = value_date ?? '', narrative = '' }) => ({
      debit,
      credit,
      amountE8: readAmountE8(amount),
      currency,
      valueDate: day,
      narrative,
    })),
    fxSnapshotId: fx_snapshot ?? null,
    consent: { scope: consent?.scope ?? [], grantedAt: consent?.granted_at ?? '', expiresAt: consent?.expires_at ?? '' },
    signature: null,
    signatureCheck: { is: 'absent' },
    leftOut,
    request,
  };
}

function rowsOf({ debit, credit, amount, currency, narrative, rows }: Post): NonNullable<Post['rows']> {
  if (rows !== undefined) return rows;
  if (debit === undefined || credit === undefined || amount === undefined) return [];
  return [{ debit, credit, amount, currency, narrative }];
}

/** What was filled in, as the log says it: of a repeat what the first one used. */
export async function findDefaultsUsed(
  { readerPool }: Pick<Services, 'readerPool'>,
  tenantId: string,
  outcome: Outcome,
  { seq }: Pick<Receipt, 'seq'>,
): Promise<DefaultsUsed> {
  const written = outcome.kind === 'written' ? outcome.events.find((event) => event.seq === seq) : undefined;
  if (written !== undefined) return defaultsIn((written.payload as unknown as Decided).request);
  const [event] = await read(readerPool, { tenantId }, (tx) => listEventsAt(tx, tenantId, [seq]));
  return defaultsIn(event === undefined ? {} : (JSON.parse(event.payload) as Decided).request);
}

interface Decided {
  readonly request: JsonObject;
}

function defaultsIn(request: JsonObject): DefaultsUsed {
  const leftOut = leftOutIn(request);
  const { value_date, consent, snapshot_ids, proposed_actions } = request as {
    readonly value_date?: string;
    readonly consent?: NonNullable<DefaultsUsed['consent']>;
    readonly snapshot_ids?: { readonly fx: string | null };
    readonly proposed_actions?: readonly { readonly currency: string }[];
  };
  return {
    ...(leftOut.includes('value_date') ? { value_date } : {}),
    ...(leftOut.includes('currency') ? { currencies: (proposed_actions ?? []).map(({ currency }) => currency) } : {}),
    ...(leftOut.includes('consent') ? { consent } : {}),
    ...(leftOut.includes('fx_snapshot') ? { fx_snapshot: snapshot_ids?.fx ?? null } : {}),
  };
}

// What each intent of a file would come to, were it posted now by this person.

import type { ErrorCode } from '@countinghouse/contract/errors';
import { Intent } from '@countinghouse/contract/features/intents';
import { messageOf } from '@countinghouse/contract/messages';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import type { CheckedIntent } from '@countinghouse/store/features/imports/writes';
import type { Ledger } from '@countinghouse/store/ledger';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { toCommand } from '../../wire/intent-command.ts';
import type { ReadIntent } from './intents-of.ts';

/** The command of an intent as it was read from a file. */
export function commandOf(request: JsonObject, actor: Actor): ExecuteIntent {
  const intent = Intent.parse(request);
  return { ...toCommand(intent), actor, idemKey: intent.idem_key ?? '', signature: null, signatureCheck: { is: 'absent' }, request };
}

/** Intents looked at in one go; in between, requests are served. */
const SLICE_INTENTS = 200;

/** In the order of the file; each names this FX snapshot. */
export async function checkIntents(
  ledger: Ledger,
  tenantId: string,
  actor: Actor,
  fxSnapshotId: string,
  read: readonly ReadIntent[],
): Promise<readonly CheckedIntent[]> {
  const named = read.map((r) => (r.request === null ? r : { ...r, request: { ...r.request, snapshot_ids: { fx: fxSnapshotId } } }));
  const commands = await inSlices(named, ({ request }) => (request === null ? [] : [commandOf(request, actor)]));
  const outcomes = (await ledger.preview(tenantId, commands)).values();
  return inSlices(named, ({ line, lines, reference, summary, request, fault }): readonly CheckedIntent[] => {
    const told = { line, lines, reference, summary };
    if (request === null) return [{ ...told, request: null, fate: 'invalid', code: 'VALIDATION_ERROR', details: fault }];
    const fate = fateOf(outcomes.next().value);
    return [{ ...told, request: fate.fate === 'ready' ? JSON.stringify(request) : null, ...fate }];
  });
}

async function inSlices<T, U>(all: readonly T[], make: (one: T) => readonly U[]): Promise<readonly U[]> {
  const made: U[] = [];
  for (let from = 0; from < all.length; from += SLICE_INTENTS) {
    for (const one of all.slice(from, from + SLICE_INTENTS)) made.push(...make(one));
    await new Promise(setImmediate);
  }
  return made;
}

function fateOf(outcome: Outcome | undefined): Pick<CheckedIntent, 'fate' | 'code' | 'details'> {
  switch (outcome?.kind) {
    case 'duplicate':
      return { fate: 'duplicate', code: outcome.prior.error, details: `Posted before, as event ${outcome.prior.seq}.` };
    case 'refused':
      return { fate: 'rejected', code: outcome.code, details: tellDetails(outcome.details) };
    case 'written': {
      const [event] = outcome.events;
      if (event?.type !== 'intent.rejected') return { fate: 'ready', code: null, details: null };
      return { fate: 'rejected', code: event.payload.error_code, details: tellDetails(event.payload.reason) };
    }
    default:
      throw new Error('a preview left an intent out');
  }
}

/** Where exactly it fails, in few words: `row 2, account CASH`. */
export function tellDetails(details: unknown): string | null {
  if (Array.isArray(details)) return details.map((d: { readonly message?: unknown }) => String(d.message ?? '')).join(' ');
  if (typeof details !== 'object' || details === null) return null;
  const parts = Object.entries(details).map(([name, value]) => (name === 'row' ? `row ${Number(value) + 1}` : `${name} ${String(value)}`));
  return parts.length === 0 ? null : parts.join(', ');
}

/** The sentence for a code with where it fails. */
export function tellCode(code: string | null, details: string | null): string | null {
  if (code === null) return details;
  if (code === 'VALIDATION_ERROR' && details !== null) return details;
  const sentence = messageOf(code as ErrorCode);
  return details === null ? sentence : `${sentence} (${details})`;
}

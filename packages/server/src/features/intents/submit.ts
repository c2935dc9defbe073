// From intents as they were sent to the commands that are submitted: whose key, whose signature, which earlier intent.

import type { ErrorCode } from '@countinghouse/contract/errors';
import { type Intent, REVERSAL_USE_CASE } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import type { Outcome } from '@countinghouse/store/writer/batch';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuseField } from '../../http/refusal.ts';
import type { Caller } from '../../route/caller.ts';
import type { Services } from '../../services.ts';
import { toCommand } from '../../wire/intent-command.ts';
import { errorOf } from './answer.ts';
import { findOriginal } from './original.ts';
import { checkSignature } from './rules.ts';

// Printable: nothing that a header or a log line would break on.
const keyShape = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** The key if it is one. Throws MISSING_FIELDS, VALIDATION_ERROR. */
export function checkKey(key: string, path: string, required = 'Required.'): string {
  if (key.trim() === '') throw new Refusal('MISSING_FIELDS', [{ path, message: required }]);
  if (!keyShape.test(key)) throw refuseField(path, 'Use 1 to 200 printable characters.');
  return key;
}

/** Header and body may both carry the key; they must then agree (rung 1). Throws VALIDATION_ERROR where the header has other signs than ASCII. */
export function chooseKey(request: FastifyRequest, intent: Pick<Intent, 'idem_key'>): string {
  const header = request.headers['idempotency-key'];
  const named = header === undefined ? undefined : String(header);
  if (named?.includes(', ') && isSentTwice(request.raw.rawHeaders))
    throw new Refusal('BAD_REQUEST', [{ path: 'idem_key', message: 'Send one header idempotency-key.' }]);
  // HTTP says of no other sign which it is: the same key in a body would be another.
  if (named !== undefined && !/^[\x20-\x7e]*$/.test(named))
    throw refuseField('idempotency-key', 'Use printable ASCII in the header, or send the key as idem_key of the body.');
  if (named !== undefined && intent.idem_key !== undefined && named !== intent.idem_key) {
    throw new Refusal('BAD_REQUEST', [{ path: 'idem_key', message: 'The header idempotency-key names another key.' }]);
  }
  return checkKey(intent.idem_key ?? named ?? '', 'idem_key', 'Required, here or as header idempotency-key.');
}

/** Node makes one text of two lines, and of two keys a third. */
const isSentTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'idempotency-key').length > 1;

interface Sent {
  readonly intent: Intent;
  readonly idemKey: string;
  /** As it was sent, which is what was signed. */
  readonly raw: JsonObject;
}

/** The command of an intent, its signature checked. */
export async function toSubmit(
  services: Pick<Services, 'ledger' | 'readerPool' | 'registeredKeys' | 'externalKeys' | 'writerPool'>,
  { tenant: { tenant_id }, caller }: { readonly tenant: MembershipRow; readonly caller: Caller },
  { intent, idemKey, raw }: Sent,
): Promise<ExecuteIntent> {
  const signature = intent.signature === undefined || intent.signature === null || intent.signature === '' ? null : intent.signature;
  const command = toCommand(intent);
  return {
    ...command,
    actor: caller.actor,
    idemKey,
    signature,
    ...(await checkSignature(services, tenant_id, caller.session, signature, raw)),
    original: await findOriginal(services.writerPool, tenant_id, command),
    // The same constraints, as the one object of which the canonical form is known already.
    request: raw['constraints'] === undefined ? raw : { ...raw, constraints: command.constraints },
  };
}

/** Cuts a list before each reversal of an intent that comes before it: what is taken back must be in the log when it is looked for. */
export function stretchesOf(all: readonly Sent[]): readonly (readonly Sent[])[] {
  const stretches: Sent[][] = [];
  let begun = new Set<unknown>();
  for (const each of all) {
    const { intent_id, use_case, constraints } = each.intent;
    if (stretches.length === 0 || (use_case === REVERSAL_USE_CASE && begun.has(constraints['reverses']))) {
      stretches.push([]);
      begun = new Set();
    }
    stretches.at(-1)?.push(each);
    begun.add(intent_id);
  }
  return stretches;
}

/** Refusals of whoever asks, whatever the intent is. */
const notOfTheIntent: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'TENANT_READONLY']);

/** Each is executed, or none: then it throws BATCH_REFUSED, which names the first that would not be. */
export async function submitTogether(
  { ledger }: Pick<Services, 'ledger'>,
  tenantId: string,
  commands: readonly ExecuteIntent[],
): Promise<readonly Outcome[]> {
  const answer = await ledger.submitTogether(tenantId, commands as [ExecuteIntent, ...ExecuteIntent[]]);
  if ('outcomes' in answer) return answer.outcomes;
  const { index, details } = answer.failure;
  const code = answer.failure.code as ErrorCode;
  const { status, error } = errorOf(code, details);
  // What may be otherwise in a moment, or concerns whoever asks, is no word on the intent.
  if (status >= 500 || notOfTheIntent.has(code)) throw new Refusal(code, details);
  throw new Refusal('BATCH_REFUSED', { index, intent_id: commands[index]?.intentId ?? '', error });
}

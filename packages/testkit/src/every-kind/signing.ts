// Keys that people sign intents with, and what they sign.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import type { Books } from '../books.ts';
import { makeSigner, type Signer } from '../signer.ts';

/** A person's key after another, the last one revoked, with a mode that asks for them. */
export function* signing(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const jwksUrl = 'https://keys.example.com/jwks.json';
  yield { type: 'signing.change', actor, change: { signing_mode: 'EXTERNAL_JWKS', enforce_signed_intents: true, jwks_url: jwksUrl } };
  const [theirs, own] = [makeSigner(), makeSigner('ec')];
  yield signedBy(theirs, books, { is: 'valid-external', kid: theirs.kid, jwk: jwkOf(theirs), userId: actor.id, jwksUrl });
  yield { type: 'signing.change', actor, change: { signing_mode: 'DEV', enforce_signed_intents: false } };
  yield { type: 'second_factor.change', actor, required: true };
  const key = (signer: Signer): GeneratedKey => ({
    kid: signer.kid,
    purpose: 'intent',
    label: signer.kid,
    algorithm: signer.algorithm,
    public_jwk: jwkOf(signer),
    user_id: actor.id,
  });
  const second = makeSigner();
  yield { type: 'key.add', actor, origin: 'generated', key: key(makeSigner()) };
  yield { type: 'key.add', actor, origin: 'registered', key: key(second) };
  yield { type: 'key.revoke', actor, kid: second.kid, successor: null };
  yield { type: 'key.add', actor, origin: 'registered', key: key(own) };
  yield signedBy(own, books, { is: 'valid', kid: own.kid });
}

const jwkOf = ({ publicJwk }: Signer): JsonObject => publicJwk as unknown as JsonObject;

/** An intent with its request as it would come over the wire, signed. */
function signedBy(signer: Signer, books: Books, signatureCheck: ExecuteIntent['signatureCheck']): ExecuteIntent {
  const [from = '', to = ''] = books.accounts;
  const { consent, ...intent } = books.intent(from, to, '1');
  const request = signer.sign({
    intent_id: intent.intentId,
    tenant_id: intent.tenantId,
    use_case: intent.useCase,
    idem_key: intent.idemKey,
    value_date: intent.valueDate,
    proposed_actions: [{ debitAccount: from, creditAccount: to, amount: '1', currency: 'USD' }],
    snapshot_ids: { fx: intent.fxSnapshotId },
    consent: { scope: [...consent.scope], granted_at: consent.grantedAt, expires_at: consent.expiresAt },
  });
  return { ...intent, consent, signature: request.signature ?? null, signatureCheck, request: request as unknown as JsonObject };
}

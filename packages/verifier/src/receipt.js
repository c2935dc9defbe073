// A receipt that travels, checked by nothing but itself: docs/reference/receipt-format.md. The file is a C2SP tlog-proof or a COSE receipt, with the event
// in it.
// @ts-check

import { isSigned } from '#platform';
import { checkEvent } from './block.js';
import { bytesOfHex } from './bytes.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { isSignedBy, originOf, parseCheckpoint } from './checkpoint.js';
import { looksLikeCose, parseCoseReceipt } from './cose-receipt.js';
import { headHeader, holds, importKey, parseDetached } from './jws.js';
import { leadsTo } from './merkle.js';
import { textOfLines } from './plain.js';
import { judge, quorumText } from './policy.js';
import { parseTlogProof } from './tlog-proof.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */
/** @typedef {'form' | 'event' | 'inclusion' | 'checkpoint' | 'key' | 'signature' | 'quorum'} ReceiptFaultCode */
/** @typedef {{ readonly code: ReceiptFaultCode, readonly message: string }} ReceiptFault */

/**
 * @typedef {object} ProvenReceipt
 * @property {'tlog-proof' | 'cose'} format
 * @property {string} tenantId
 * @property {number} seq
 * @property {string} eventType
 * @property {string} eventTs
 * @property {string | null} intentId
 * @property {readonly Record[]} rows as they were posted
 * @property {Record | null} request as it was asked for
 * @property {string | null} errorCode of a rejection
 * @property {number} treeSize
 * @property {string} thumbprint of the key that signed the root
 * @property {import('./policy.js').Judgement['by'] | null} witnesses those of the policy that cosigned; null where none was given
 * @property {readonly string[]} cosigners whoever else signed the checkpoint: their signatures were not looked at
 */

const VERSION = 1;
const PATH_MAX = 64;

/** Thrown within this file alone. */
class Faulty extends Error {
  /** @param {ReceiptFaultCode} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {Uint8Array} bytes of the file
 * @param {readonly import('./keys.js').GivenKey[] | null} given null: whatever keys the receipt brings
 * @param {import('./policy.js').Policy | null} [policy] whose cosignatures its checkpoint must have
 * @returns {Promise<{ readonly proven: ProvenReceipt, readonly fault: null } | { readonly proven: null, readonly fault: ReceiptFault }>}
 */
export async function verifyReceipt(bytes, given, policy = null) {
  try {
    return { proven: await prove(bytes, given, policy), fault: null };
  } catch (error) {
    if (error instanceof Faulty) return { proven: null, fault: { code: error.code, message: error.message } };
    throw error;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {readonly import('./keys.js').GivenKey[] | null} given
 * @param {import('./policy.js').Policy | null} policy
 * @returns {Promise<ProvenReceipt>}
 */
async function prove(bytes, given, policy) {
  const parts = looksLikeCose(bytes) ? parseCoseReceipt(bytes) : parseTlogProof(bytes);
  if (typeof parts === 'string') throw new Faulty('form', parts);
  const { format, index, path, note, cose } = parts;
  const { format: told, version, tenant_id: tenantId, event, chain_keys: listed } = readExtra(parts.extra);
  if (told !== 'countinghouse-receipt' || version !== VERSION || typeof tenantId !== 'string')
    throw new Faulty('form', 'it is no receipt of version 1');
  if (path.length > PATH_MAX || !Number.isSafeInteger(index)) throw new Faulty('form', 'its path is not one of a tree');
  const { leaf, why } = checkEvent(recordOf(event, 'the event'), tenantId);
  if (leaf === null) throw new Faulty('event', why);
  const { seq, event_type: eventType, event_ts: eventTs, payload } = /** @type {Record} */ (event);
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === null || checkpoint.origin !== originOf(tenantId))
    throw new Faulty('checkpoint', 'the checkpoint is not one of this organisation');
  const { size, root, signatures } = checkpoint;
  if (index !== Number(seq) - 1 || (cose !== null && cose.size !== size) || !leadsTo(leaf, { index, size, path, root }))
    throw new Faulty('inclusion', `the path of event ${seq} does not lead to the root`);
  const keys = await readChainKeys(listed, tenantId);
  const signer = /** @type {import('./jws.js').PublicKey} */ (keys.at(-1));
  const known = given === null ? 0 : keys.findIndex((key) => given.some((g) => g.thumbprint === key.thumbprint));
  if (known < 0) throw new Faulty('key', `the key ${signer.thumbprint} is none of those given, nor endorsed by one of them`);
  // The last key signs a COSE receipt when it is asked for; its checkpoint is perhaps from before.
  if (!(await isSignedByOne(checkpoint, cose === null ? [signer] : keys.slice(known))))
    throw new Faulty('checkpoint', 'the checkpoint is not signed by the chain key that must have signed it');
  if (cose !== null && (cose.kid !== signer.thumbprint || cose.issuer !== checkpoint.origin))
    throw new Faulty('signature', 'the COSE signature is not said to be by the last of its chain keys, for this organisation');
  if (cose !== null && !(await isSigned('EdDSA', signer.key, cose.over(bytesOfHex(root)), cose.signature)))
    throw new Faulty('signature', 'the COSE signature over the root does not hold');
  const judged = policy === null ? null : await judge(policy, checkpoint);
  if (policy !== null && judged?.met !== true) throw new Faulty('quorum', missed(policy, judged?.by ?? []));
  const seen = new Set([checkpoint.origin, ...(judged?.by ?? []).map(({ name }) => policy?.witnesses.get(name)?.name)]);
  const { intent_id: intentId, rows, request, error_code: errorCode } = /** @type {Record} */ (JSON.parse(String(payload)));
  return {
    format,
    tenantId,
    seq: Number(seq),
    eventType: String(eventType),
    eventTs: String(eventTs),
    intentId: typeof intentId === 'string' ? intentId : null,
    rows: Array.isArray(rows) ? rows.filter((row) => row !== null && typeof row === 'object') : [],
    request: request !== null && typeof request === 'object' ? /** @type {Record} */ (request) : null,
    errorCode: typeof errorCode === 'string' ? errorCode : null,
    treeSize: size,
    thumbprint: signer.thumbprint,
    witnesses: judged?.by ?? null,
    cosigners: signatures.map((s) => s.signer).filter((name) => !seen.has(name)),
  };
}

/** @param {import('./policy.js').Policy} policy @param {import('./policy.js').Judgement['by']} by */
function missed(policy, by) {
  const has = by.length === 0 ? 'none of the witnesses cosigned it' : `only ${by.map(({ name }) => name).join(', ')} cosigned it`;
  return `the checkpoint does not have the cosignatures that the policy demands: ${quorumText(policy)}; ${has}`;
}

/** @param {import('./checkpoint.js').Checkpoint} checkpoint @param {readonly import('./jws.js').PublicKey[]} keys */
async function isSignedByOne(checkpoint, keys) {
  for (const key of keys) if (await isSignedBy(checkpoint, key)) return true;
  return false;
}

/** @param {string} text */
function readExtra(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Faulty('form', 'what it says of the event is not JSON');
  }
  if (!isCanonical(text, value)) throw new Faulty('form', 'what it says of the event is not canonical JSON');
  const extra = recordOf(value, 'what it says of the event');
  // What is neither hashed nor signed would travel as if it were proven.
  if (!hasOnly(extra, EXTRA) || !hasOnly(recordOf(extra['event'], 'the event'), EVENT))
    throw new Faulty('form', 'it has a member that a receipt has not');
  return extra;
}

const EXTRA = new Set(['format', 'version', 'tenant_id', 'event', 'chain_keys']);
const EVENT = new Set([
  ...['seq', 'event_id', 'event_type', 'event_ts', 'actor_id', 'payload', 'payload_hash'],
  ...['prev_hash', 'event_hash', 'signature', 'hash_version'],
]);

/** @param {Record} record @param {ReadonlySet<string>} names */
const hasOnly = (record, names) => Object.keys(record).every((name) => names.has(name));

/** @param {unknown} value @param {string} what @returns {Record} */
function recordOf(value, what) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Faulty('form', `${what} is no object`);
  return /** @type {Record} */ (value);
}

/**
 * The chain keys that it brings, at least one, each but the first endorsed by the one before it. So the last is trusted where any of them is.
 * @param {unknown} listed
 * @param {string} tenantId
 */
async function readChainKeys(listed, tenantId) {
  if (!Array.isArray(listed) || listed.length === 0) throw new Faulty('form', 'it brings no chain key');
  /** @type {import('./jws.js').PublicKey[]} */
  const keys = [];
  for (const [i, each] of listed.entries()) {
    const { kid, public_jwk: jwk, endorsement } = recordOf(each, 'a chain key');
    const key = importKey(jwk);
    if (key === null || key.algorithm !== 'EdDSA' || key.thumbprint !== kid)
      throw new Faulty('key', `chain key ${i + 1} is not the one that its name says`);
    const before = keys.at(-1);
    if (
      before !== undefined &&
      !(await isEndorsed(recordOf(endorsement, 'an endorsement'), { kid, public_jwk: jwk, tenant_id: tenantId }, before))
    )
      throw new Faulty('key', `the chain key ${key.thumbprint} is not endorsed by the one before it`);
    keys.push(key);
  }
  return keys;
}

/** @param {Record} endorsement @param {Record} endorsed @param {import('./jws.js').PublicKey} by */
async function isEndorsed({ kid, signature }, endorsed, by) {
  const jws = typeof signature === 'string' ? parseDetached(signature) : null;
  return jws !== null && kid === by.thumbprint && jws.header === headHeader(by.thumbprint) && holds(jws, canonicalOf(endorsed), by);
}

/** @type {{ readonly [type: string]: string }} */
const outcomes = { 'intent.executed': 'executed', 'intent.rejected': 'rejected', 'intent.proposed': 'waiting for approval' };

/**
 * @param {string} file
 * @param {ProvenReceipt} r
 * @param {boolean} keysGiven
 */
export function receiptToText(file, r, keysGiven) {
  const outcome = outcomes[r.eventType] ?? r.eventType;
  const rows = r.rows.map(
    (row) =>
      `                ${row['amount']} ${row['currency']} on ${row['value_date']}: debit ${row['debit_account_id']}, credit ${row['credit_account_id']}`,
  );
  return textOfLines([
    `${keysGiven ? 'PROVEN' : 'CONSISTENT'} ${file}`,
    '',
    `  organisation  ${r.tenantId}`,
    `  intent        ${r.intentId ?? 'none'}, ${outcome}${r.errorCode === null ? '' : ` (${r.errorCode})`} at ${r.eventTs}`,
    ...(rows.length === 0 ? [] : ['  posted', ...rows]),
    `  event         ${r.seq} of a log of ${r.treeSize.toLocaleString('en-US')}, whose root was signed`,
    `  signed by     ${r.thumbprint}${keysGiven ? ', given with --key or endorsed by such a key' : ''}`,
    ...(r.witnesses ?? []).map(({ name, at }) => `  cosigned by   ${name}, which saw this root and no other history of the log, at ${at}`),
    '',
    'NOT PROVEN',
    '',
    ...(keysGiven
      ? []
      : ['  - Whose key this is: the receipt brought it. Give --key with the key that you know to be the organisation’s.']),
    '  - What came later: a reversal has a receipt of its own.',
    ...(r.cosigners.length === 0
      ? []
      : [`  - The signatures of ${r.cosigners.join(', ')}: they were not looked at. Give --policy with the witnesses that you know.`]),
    '',
  ]);
}

// An auditor's report: what was found in an archive, in the auditor's words, under the auditor's own signature.
// One JSON object: `report`, `public_jwk` (Ed25519), and `signature`, a detached JWS over the canonical text of `report`.
// @ts-check

import { base64urlOf, utf8 } from './bytes.js';
import { canonicalOf } from './canonical.js';
import { headHeader, holds, importKey, parseDetached } from './jws.js';
import { textOfLines } from './plain.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */

export const REPORT_FORMAT = 'countinghouse-audit-report';
const VERSION = 1;

/**
 * @param {Record} body of the report, but for its format and version
 * @param {{ readonly jwk: Record, readonly thumbprint: string }} key the public one
 * @param {(data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>} sign with the private one, Ed25519
 * @returns {Promise<string>} the file
 */
export async function signReport(body, { jwk, thumbprint }, sign) {
  const report = { format: REPORT_FORMAT, version: VERSION, ...body };
  const header = headHeader(thumbprint);
  const signature = await sign(utf8(`${header}.${base64urlOf(utf8(canonicalOf(report)))}`));
  return `${JSON.stringify({ report, public_jwk: jwk, signature: `${header}..${base64urlOf(signature)}` }, null, 2)}\n`;
}

/**
 * Whether a report is as it was signed, and by one of the keys that were given; where none were (null), by the one that it brings.
 * @param {string} text
 * @param {readonly import('./keys.js').GivenKey[] | null} given
 * @returns {Promise<{ readonly report: Record, readonly thumbprint: string, readonly why: null } | { readonly report: null, readonly thumbprint: null, readonly why: string }>}
 */
export async function verifyReport(text, given) {
  const faulty = (/** @type {string} */ why) => ({ report: null, thumbprint: null, why });
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return faulty('it is no JSON');
  }
  const { report, public_jwk: jwk, signature } = /** @type {Record} */ (value ?? {});
  const { format, version } = /** @type {Record} */ (report ?? {});
  if (format !== REPORT_FORMAT || version !== VERSION) return faulty('it is no report of version 1');
  const key = importKey(jwk);
  if (key?.algorithm !== 'EdDSA') return faulty('it brings no Ed25519 key');
  const jws = typeof signature === 'string' ? parseDetached(signature) : null;
  if (jws === null || jws.header !== headHeader(key.thumbprint)) return faulty('its signature is not one by the key that it brings');
  if (!(await holds(jws, canonicalOf(report), key))) return faulty('its signature does not hold: it was changed since');
  if (given !== null && !given.some(({ thumbprint }) => thumbprint === key.thumbprint))
    return faulty(`its key ${key.thumbprint} is none of those given with --key`);
  return { report: /** @type {Record} */ (report), thumbprint: key.thumbprint, why: null };
}

/**
 * @param {string} file
 * @param {Awaited<ReturnType<typeof verifyReport>>} result
 * @param {boolean} keysGiven
 */
export function reportToText(file, { report, thumbprint, why }, keysGiven) {
  if (why !== null) return textOfLines([`FAULT ${file}: ${why}`, '']);
  const { sha256, tenant_id: tenantId } = /** @type {Record} */ (report['archive'] ?? {});
  const findings = Array.isArray(report['findings']) ? report['findings'] : [];
  return textOfLines([
    `${keysGiven ? 'PROVEN' : 'CONSISTENT'} ${file}`,
    '',
    `  auditor       ${report['auditor']}, at ${report['made_at']}`,
    `  signed by     ${thumbprint}${keysGiven ? ', given with --key' : ''}`,
    `  organisation  ${tenantId ?? 'none'}`,
    `  archive       ${sha256 === null ? 'not read to its end' : `SHA-256 ${sha256}`}`,
    `  verdict       ${String(report['verdict']).toUpperCase()}: ${report['verdict_text']}`,
    ...wordsOf('examined', report['text']),
    ...findings.flatMap((finding) => wordsOf('finding', finding)),
    '',
    'NOT PROVEN',
    '',
    ...(keysGiven ? [] : ['  - Whose key this is: the report brought it. Give --key with the key that you know to be the auditor’s.']),
    '  - That the auditor’s words and the verdict are right, and when it was signed: verify the archive that it names.',
    '',
  ]);
}

/** Words of the auditor, which may have several lines. @param {string} name @param {unknown} words */
const wordsOf = (name, words) =>
  String(words)
    .split(/\r?\n/)
    .map((line, i) => `  ${(i === 0 ? name : '').padEnd(13)} ${line}`);

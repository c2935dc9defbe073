// The auditor's report: what was found, in the auditor's own words, signed with the auditor's own key. The key is made here or pasted, and
// leaves the page only into a file that the auditor saves.
// @ts-check

import { signReport } from '../src/audit-report.js';
import { importKey } from '../src/jws.js';
import { download, field, h } from './dom.js';
import { sentenceOf } from './verdict.js';

/** @typedef {import('./books-worker.js').Outcome} Outcome */

const ED25519 = { name: 'Ed25519' };

/** @param {Outcome} outcome */
export function reportView(outcome) {
  const auditor = h('input', { autocomplete: 'name', required: true });
  const words = h('textarea', { rows: 4, required: true });
  const findings = h('textarea', { rows: 4 });
  const key = h('textarea', { rows: 3, spellcheck: 'false', autocomplete: 'off' });
  const said = h('div', { 'aria-live': 'polite' });
  const make = async () => {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(ED25519, true, ['sign', 'verify']));
    const { kty, crv, x, d } = await crypto.subtle.exportKey('jwk', pair.privateKey);
    key.value = JSON.stringify({ kty, crv, x, d });
    said.replaceChildren(
      h('p', {}, 'A key was made. Save it and keep it secret: with it you sign the next report, and others know you by its thumbprint.'),
      h('button', { type: 'button', click: () => download('auditor-key.json', [key.value], 'application/json') }, 'Save the private key'),
    );
  };
  const sign = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const signer = await signerOf(key.value);
      const file = await signReport(bodyOf(outcome, auditor.value, words.value, findings.value), signer, signer.sign);
      said.replaceChildren(
        h(
          'p',
          { class: 'good' },
          'Signed by the key ',
          h('code', {}, signer.thumbprint),
          '. Hand its thumbprint over apart from the report.',
        ),
        h('pre', { tabindex: 0 }, file),
        h('button', { type: 'button', click: () => download('audit-report.json', [file], 'application/json') }, 'Save the report'),
      );
    } catch (error) {
      said.replaceChildren(h('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)));
    }
  };
  return h(
    'form',
    { submit: (event) => void sign(event) },
    field('Auditor', auditor),
    field('What was examined, and how', words),
    field('Findings', findings, 'A line each.'),
    field('Private key', key, 'Ed25519, as a JWK. It is used in this page and kept nowhere.'),
    h(
      'div',
      { class: 'pager' },
      h('button', { type: 'button', click: () => void make() }, 'Make a key'),
      h('button', { type: 'submit' }, 'Sign the report'),
    ),
    said,
  );
}

/** @param {Outcome} outcome @param {string} auditor @param {string} words @param {string} findings */
function bodyOf(outcome, auditor, words, findings) {
  const { result, verdict, sha256, given, seconds } = outcome;
  return {
    made_at: new Date().toISOString(),
    auditor: auditor.trim(),
    text: words.trim(),
    findings: findings
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    verdict,
    verdict_text: sentenceOf(outcome),
    given_keys: given,
    fault: result?.fault ?? null,
    archive: {
      sha256,
      tenant_id: result?.tenantId ?? null,
      events: result?.events ?? 0,
      through: result?.through ?? 0,
      head: result?.fault === null ? result.headHash : null,
      root: result?.fault === null ? result.root : null,
    },
    took_seconds: Math.round(seconds * 10) / 10,
  };
}

/** Throws Error with what is wrong. @param {string} text a private JWK */
async function signerOf(text) {
  let jwk;
  try {
    jwk = JSON.parse(text);
  } catch {
    throw new Error('The private key is no JSON. Make one, or paste a JWK.');
  }
  const { kty, crv, x, d } = jwk ?? {};
  const known = importKey({ kty, crv, x });
  if (known?.algorithm !== 'EdDSA' || typeof d !== 'string') throw new Error('The private key is no JWK of Ed25519 with its member d.');
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, d }, ED25519, false, ['sign']);
  const sign = async (/** @type {Uint8Array<ArrayBuffer>} */ data) => new Uint8Array(await crypto.subtle.sign(ED25519, key, data));
  return { jwk: { crv, kty, x }, thumbprint: known.thumbprint, sign };
}

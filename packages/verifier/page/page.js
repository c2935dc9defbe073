// The page: what is in the file, what to hold it against, the verdict, and then the books.
// @ts-check

import { toText } from '../src/report.js';
import { approvalsView } from './approvals-view.js';
import { ArchiveElements } from './archive-elements.js';
import { balanceView } from './balance-view.js';
import { BooksClient } from './books.js';
import { download, field, h } from './dom.js';
import { counted } from './format.js';
import { journalView } from './journal-view.js';
import { reportView } from './report-view.js';
import { rightsView } from './rights-view.js';
import { sentenceOf, wordOf } from './verdict.js';

/** @typedef {import('./books-worker.js').Outcome} Outcome */

const main = () => /** @type {HTMLElement} */ (document.querySelector('main'));

/** @param {string} script that runs this page */
export function openPage(script) {
  const archive = new ArchiveElements();
  const carried = archive.carriedKeys();
  const keys = h('textarea', { rows: 4, spellcheck: 'false', autocomplete: 'off' });
  const kept = h('input', { type: 'file', multiple: true });
  const policy = h('input', { type: 'file' });
  const problem = h('p', { role: 'alert' });
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Verifying' });
  const status = h('p', { role: 'status' });
  const outcomeArea = h('div', {});
  const begin = h('button', { type: 'submit' }, 'Verify');
  /** @type {BooksClient | null} */
  let books = null;

  const verify = async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = '';
    begin.disabled = true;
    bar.value = 0;
    status.replaceChildren(bar, 'Verifying…');
    outcomeArea.replaceChildren();
    books?.end();
    books = new BooksClient(script, archive);
    books.onProgress = (progress, seconds) => {
      bar.value = progress;
      status.replaceChildren(bar, `${Math.floor(progress * 100)}% in ${seconds.toFixed(0)} s`);
    };
    try {
      const files = await Promise.all([...(kept.files ?? [])].map((file) => file.text()));
      const outcome = await books.verify({
        script,
        pieces: archive.pieces,
        keys: keys.value,
        kept: files,
        policy: (await policy.files?.[0]?.text()) ?? null,
      });
      status.replaceChildren();
      outcomeArea.replaceChildren(verdictSection(outcome), ...(outcome.result === null ? [] : [tabs(books, outcome, archive)]));
      outcomeArea.querySelector('h2')?.focus();
    } catch (error) {
      status.replaceChildren();
      problem.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      begin.disabled = false;
    }
  };

  main().replaceChildren(
    h('h1', {}, 'Audit pack'),
    h(
      'p',
      {},
      'A whole ledger in one file, and the program that verifies it. Everything happens in this page: it opens no connection, and nothing leaves it but what you save.',
    ),
    h(
      'form',
      { submit: (event) => void verify(event) },
      field(
        'Chain key that you know to be the organisation’s',
        keys,
        'From elsewhere, not from whoever handed you this file: a JWK, a JWK set, PEM, or the thumbprint alone. Without it the log speaks for its own keys, and is found consistent at best.',
      ),
      carried === '' ? null : carriedKeys(carried),
      field('Checkpoints and signed heads kept from before', kept, 'The log must contain them.'),
      field('Policy of witnesses', policy, 'Witnesses that you know, and how many of them must have cosigned (C2SP tlog-policy).'),
      begin,
      problem,
    ),
    status,
    outcomeArea,
  );
}

/** What the file itself says of keys proves nothing. @param {string} carried */
const carriedKeys = (carried) =>
  h(
    'details',
    {},
    h('summary', {}, 'The file carries a key'),
    h(
      'p',
      {},
      'Whoever made this file put it there: by itself it proves nothing. Compare it with the one that you were given in another way, and paste that one above.',
    ),
    h('pre', {}, carried),
  );

/** @param {Outcome} outcome */
function verdictSection(outcome) {
  const { result, verdict, sha256, seconds } = outcome;
  return h(
    'section',
    { class: `verdict ${verdict}`, 'aria-label': 'Verdict' },
    h('h2', { tabindex: -1 }, wordOf(verdict)),
    h('p', { class: 'sentence' }, sentenceOf(outcome)),
    h(
      'p',
      { class: 'muted' },
      `Verified in ${seconds.toFixed(1)} s.${sha256 === null ? '' : ` SHA-256 of the archive: `}`,
      sha256 === null ? null : h('code', {}, sha256),
    ),
    result === null ? null : h('details', {}, h('summary', {}, 'What was proven, and what was not'), h('pre', {}, toText(result, seconds))),
  );
}

/** @param {BooksClient} books @param {Outcome} outcome @param {ArchiveElements} archive */
function tabs(books, outcome, archive) {
  const today = outcome.result?.lastTs?.slice(0, 10) ?? '';
  /** @type {readonly (readonly [string, () => Node])[]} */
  const views = [
    ['Journal', () => journalView(books)],
    ['Trial balance', () => balanceView(books, outcome, today)],
    ['Approvals', () => approvalsView(books)],
    ['Rights', () => rightsView(books, today)],
    ['Report', () => reportView(outcome)],
    ['Archive', () => archiveView(archive, outcome)],
  ];
  const panel = h('div', { role: 'tabpanel', tabindex: 0 });
  const choose = (/** @type {number} */ nth) => {
    for (const [i, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(i === nth));
      button.tabIndex = i === nth ? 0 : -1;
    }
    panel.setAttribute('aria-label', views[nth][0]);
    made[nth] ??= views[nth][1]();
    panel.replaceChildren(made[nth]);
  };
  /** What was typed into a view stays. @type {Node[]} */
  const made = [];
  const buttons = views.map(([name], i) =>
    h('button', { type: 'button', role: 'tab', 'aria-selected': 'false', click: () => choose(i) }, name),
  );
  const list = h('div', { role: 'tablist', 'aria-label': 'The books' }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    const nth = (to + buttons.length) % buttons.length;
    choose(nth);
    buttons[nth].focus();
    event.preventDefault();
  });
  choose(0);
  return h('section', { 'aria-label': 'Books' }, list, panel);
}

/** @param {ArchiveElements} archive @param {Outcome} outcome */
function archiveView(archive, { result, sha256 }) {
  const save = () =>
    download(
      `${result?.tenantId ?? 'archive'}.jsonl.gz`,
      Array.from({ length: archive.pieces }, (_, piece) => archive.bytes(piece)),
      'application/gzip',
    );
  return h(
    'div',
    {},
    h(
      'p',
      {},
      `The archive in this page, as a file for other programs: ${counted(result?.events ?? 0, 'event')} of it were read. The command `,
      h('code', {}, 'npm run verify'),
      ' takes it as it is.',
    ),
    sha256 === null ? null : h('p', { class: 'muted' }, 'Its SHA-256: ', h('code', {}, sha256)),
    h('button', { type: 'button', click: save }, 'Save the archive'),
  );
}

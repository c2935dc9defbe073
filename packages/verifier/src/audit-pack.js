// Writes the auditor's one file: a page that carries an archive and the code that verifies it, and that nothing leaves.
// The archive lies in it as members of one gzip file, each of whole lines, in elements that no browser runs.
// @ts-check

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { NotAnArchive } from './faults.js';
import { firstLineOf, parseManifest } from './lines.js';
import { oneScript } from './one-script.js';
import { readBlocks } from './read.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const page = path.join(here, '../page');

/**
 * The page, piece by piece. Throws NotAnArchive for what does not begin as an archive does, or cannot be read as the bytes of one; whether its
 * log holds is for the page to find.
 * @param {AsyncIterable<Uint8Array>} source the archive's bytes, compressed or not
 * @param {string | null} keys what `--key` takes, as text, to lie in the file; null for none
 * @returns {AsyncGenerator<string>}
 */
export async function* auditPack(source, keys) {
  const blocks = readBlocks(source);
  const first = await blocks.next();
  if (first.done === true) throw new NotAnArchive('the file is empty');
  parseManifest(firstLineOf(first.value));
  yield headOf(keys);
  yield memberOf(first.value);
  for await (const block of blocks) yield memberOf(block);
  yield `${TAIL}\n`;
}

/** Not run by a browser, and with nothing in it that HTML would read. @param {Uint8Array} block */
const memberOf = (block) => `<script type="application/gzip">${gzipSync(block).toString('base64')}</script>\n`;

const TAIL = '</body>\n</html>';

/** @param {string | null} keys */
function headOf(keys) {
  const script = oneScript(path.join(page, 'main.js'), new Map([['#platform', path.join(page, 'platform.js')]]));
  const style = readFileSync(path.join(page, 'page.css'), 'utf8');
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error('the page’s own code would end its element');
  // Whoever opens it speaks to nobody: scripts and styles are these alone, and no address may be called.
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Audit pack</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<main><h1>Audit pack</h1><p role="status">Reading the file…</p></main>
<noscript><p>This page verifies a ledger in your browser: it needs JavaScript, and no network.</p></noscript>
<script type="text/plain" id="keys">${keys === null ? '' : Buffer.from(keys).toString('base64')}</script>
`;
}

/** @param {string} text */
const sourceHash = (text) => `sha256-${hash('sha256', text, 'base64')}`;

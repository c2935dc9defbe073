// Where it all begins: the same script is the page, the worker that verifies and keeps the books, and those that check blocks.
// @ts-check

import { serveBlocks } from './block-worker.js';
import { serveBooks } from './books-worker.js';
import { openPage } from './page.js';
import { BLOCK_WORKER } from './workers.js';

if (typeof document !== 'undefined') {
  const script = document.currentScript?.textContent ?? '';
  document.addEventListener('DOMContentLoaded', () => openPage(script));
} else if (self.name === BLOCK_WORKER) serveBlocks();
else serveBooks();

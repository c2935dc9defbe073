// npm run vectors:receipts: writes vectors/receipts again, with fresh keys: small receipts in both formats, sound ones and ones that were tampered with, and what
// a checker must find in each.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { madeReceiptFacts, madeReceipts, receiptKey } from '@countinghouse/testkit/made-receipts';

const folder = new URL('../vectors/receipts/', import.meta.url);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, bytes } of madeReceipts) writeFileSync(new URL(name, folder), bytes);
const receipts = madeReceipts.map(({ name, about, policy, code }) => ({
  file: name,
  about,
  ...(policy === undefined ? {} : { policy }),
  code,
}));
writeFileSync(new URL('index.json', folder), `${JSON.stringify({ key: receiptKey, sound: madeReceiptFacts, receipts }, null, 2)}\n`);

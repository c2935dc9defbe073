// Receipts that travel: taken from a server over HTTP, and checked without one.

import { writeFileSync } from 'node:fs';
import { anchors } from '@countinghouse/contract/features/anchors';
import { main } from '@countinghouse/verifier/main';
import { takeFile } from '../server.ts';

interface ReceiptOptions {
  readonly url: string;
  readonly tenant?: string | undefined;
  readonly out?: string | undefined;
}

/** Writes the receipt of an intent: to a file, as a COSE receipt where its name ends in .cose, or to the standard output. Throws where it was refused. */
export async function saveReceipt(intentId: string, { url, tenant, out }: ReceiptOptions): Promise<number> {
  const route = out?.endsWith('.cose') === true ? anchors.coseReceipt : anchors.receipt;
  const bytes = await takeFile({ url, tenant }, route, { params: { intent_id: intentId } });
  if (out === undefined) process.stdout.write(bytes);
  else writeFileSync(out, bytes);
  return 0;
}

/** What `npm run verify -- receipt` does, with its exit codes. */
export const verifyReceipts = (
  files: readonly string[],
  { key = [], policy }: { readonly key?: readonly string[] | undefined; readonly policy?: string | undefined },
  json: boolean,
): Promise<number> =>
  main([
    'receipt',
    ...key.flatMap((file) => ['--key', file]),
    ...(policy === undefined ? [] : ['--policy', policy]),
    ...(json ? ['--json'] : []),
    '--',
    ...files,
  ]);

// The files of the clients in other languages that follow from the document of the API. `npm run reference` writes them; a test holds
// them against it.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { callsOf } from './calls.ts';
import { goFiles } from './golang.ts';
import { javaFiles } from './java.ts';
import { pythonFiles } from './python.ts';

export interface SdkFile {
  /** From the root of the repo. */
  readonly file: string;
  readonly text: string;
}

const root = new URL('../../', import.meta.url);

export function sdkFiles(): readonly SdkFile[] {
  const calls = callsOf(readFileSync(new URL('docs/reference/openapi.json', root), 'utf8'));
  return [...pythonFiles(calls), ...goFiles(calls), ...javaFiles(calls)];
}

/** Written by hand, beside the classes that are not. */
const javaByHand = [
  'ApiException',
  'ClientSettings',
  'FileContent',
  'Json',
  'Member',
  'Option',
  'Pages',
  'Repeats',
  'Request',
  'Transport',
];
const patterns = [
  'sdks/python/countinghouse/client.py',
  'sdks/python/countinghouse/features/*.py',
  'sdks/go/features.go',
  'sdks/go/feature_*.go',
  'sdks/java/src/main/java/io/github/countinghouse/*.java',
];

/** Those that are there: one that no feature has any more is to be removed. */
export const sdkFilesThere = (): readonly string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: fileURLToPath(root) }))
    .filter((file) => !javaByHand.some((name) => file.endsWith(`/${name}.java`)))
    .sort();

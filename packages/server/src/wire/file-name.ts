import { ERASED } from '@countinghouse/contract/features/privacy';
import type { Words } from '@countinghouse/store/keys/pii';

/** The name of an imported file, as screens show it: empty where it had none. */
export const fileNameOf = (row: { readonly file_name: string; readonly file_name_token: string | null }, words: Words): string =>
  row.file_name_token === null ? row.file_name : (words.of(row.file_name_token) ?? ERASED);

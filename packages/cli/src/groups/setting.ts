// What every group of commands is handed. A group is a file with one function, which adds its commands to the program.

import type { Command } from '@commander-js/extra-typings';

export type Program = Command<[], { json?: true }>;

export interface Setting {
  /** Whether the answer is to be one JSON object: known once the words are read. */
  asJson(): boolean;
  readonly serverUrl: string;
  readonly version: string;
}

export const TENANT = 'id of the organisation, where the credential does not say which';

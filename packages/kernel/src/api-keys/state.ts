import type { KeyGrant } from './events.ts';

export interface ApiKeyState {
  readonly id: string;
  readonly makerId: string;
  readonly grant: KeyGrant;
  readonly expiresAtUs: bigint;
  revoked: boolean;
}

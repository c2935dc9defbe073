import type { KeyPurpose, KeyStatus } from './events.ts';

export interface SigningKeyState {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly userId: string | null;
  status: KeyStatus;
}

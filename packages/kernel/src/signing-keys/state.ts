import type { KeyPurpose, KeyStatus } from './events.ts';

export interface SigningKeyState {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly userId: string | null;
  status: KeyStatus;
}

/** What the state of an organisation keeps of it. */
export interface SigningKeysPart {
  readonly signingKeys: Map<string, SigningKeyState>;
}

export const signingKeysPart = (): SigningKeysPart => ({
  signingKeys: new Map(),
});

import type { AllowedNetwork } from './events.ts';

/** What the state of an organisation keeps of it. */
export interface AllowListsPart {
  /** Empty: calls are taken from everywhere. */
  allowList: readonly AllowedNetwork[];
}

export const allowListsPart = (): AllowListsPart => ({
  allowList: [],
});

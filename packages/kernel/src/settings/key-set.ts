import type { TenantState } from '../ledger/state.ts';

/** Address of the key set by which signatures of intents are checked; null: the keys that are registered here count. */
export const keySetOf = ({ signingMode, jwksUrl }: Pick<TenantState, 'signingMode' | 'jwksUrl'>): string | null =>
  signingMode === 'EXTERNAL_JWKS' ? jwksUrl : null;

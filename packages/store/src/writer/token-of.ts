import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type { TokenOf, WriterResources } from './resources.ts';

/**
 * What makes tokens of references while commands are decided in one go; nothing where no account has one. Where the key cannot be had, only who
 * needs it hears of that: it throws when it is first used.
 */
export async function findTokenOf(
  { privacy, tenantId }: Pick<TenantState, 'privacy' | 'tenantId'>,
  { tokensOf }: { readonly tokensOf?: WriterResources['tokensOf'] | undefined },
): Promise<{ readonly tokenOf?: TokenOf }> {
  if (!privacy.hasReferenceTokens || tokensOf === undefined) return {};
  try {
    return { tokenOf: await tokensOf(tenantId) };
  } catch (error) {
    return {
      tokenOf: () => {
        throw error;
      },
    };
  }
}

import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `status`: only keys in this state. `revoke`: the one whose revocation is asked about. */
export const ApiKeysSearch = z.object({
  q: urlText,
  sort: urlText,
  status: z.enum(['active', 'expired', 'revoked']).optional().catch(undefined),
  revoke: urlText,
});
export type ApiKeysSearch = z.output<typeof ApiKeysSearch>;

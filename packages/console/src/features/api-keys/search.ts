import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/**
 * `status`: only keys in this state. `revoke`, `rotate`, `networks`: the one that this is asked about. `make`: that one is made, and whose: `own`, or the id of
 * a service account. */
export const ApiKeysSearch = z.object({
  q: urlText,
  sort: urlText,
  status: z.enum(['active', 'expired', 'revoked']).optional().catch(undefined),
  revoke: urlText,
  rotate: urlText,
  networks: urlText,
  make: urlText,
});
export type ApiKeysSearch = z.output<typeof ApiKeysSearch>;

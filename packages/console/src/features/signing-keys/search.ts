import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `status`: only keys in this state. `open`: the key beside the list. `revoke`: the one whose revocation is asked about. */
export const SigningKeysSearch = z.object({
  q: urlText,
  sort: urlText,
  status: z.enum(['ACTIVE', 'SUNSETTING', 'revoked']).optional().catch(undefined),
  open: urlText,
  revoke: urlText,
});
export type SigningKeysSearch = z.output<typeof SigningKeysSearch>;

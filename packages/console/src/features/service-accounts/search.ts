import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: `new` to make one. `rename`, `role`, `end`: the one that this is asked about. */
export const ServiceAccountsSearch = z.object({
  q: urlText,
  sort: urlText,
  open: urlText,
  rename: urlText,
  role: urlText,
  end: urlText,
});
export type ServiceAccountsSearch = z.output<typeof ServiceAccountsSearch>;

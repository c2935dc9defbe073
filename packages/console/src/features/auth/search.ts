import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `reset=1`: the password has just been set anew. `next`: where the person was going. */
export const SignInSearch = z.object({ reset: urlText, next: urlText });
export const ForgotSearch = z.object({ next: urlText });
export const ResetSearch = z.object({ token: urlText });

/** A provider's codes are long. */
const reply = z.string().max(4_000).optional().catch(undefined);

/** `next`: where the person was going. The rest is what a provider sends along with who comes back. */
export const CompanySearch = z.object({
  next: urlText,
  email: urlText,
  state: reply,
  code: reply,
  iss: reply,
  error: reply,
  error_description: reply,
});
export type CompanySearch = z.output<typeof CompanySearch>;

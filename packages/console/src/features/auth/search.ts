import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `reset=1`: the password has just been set anew. `next`: where the person was going. */
export const SignInSearch = z.object({ reset: urlText, next: urlText });
export const ForgotSearch = z.object({ next: urlText });
export const ResetSearch = z.object({ token: urlText });

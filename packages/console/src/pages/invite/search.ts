import * as z from 'zod';
import { urlText } from '../../lib/url-state.ts';

export const InviteSearch = z.object({ token: urlText });

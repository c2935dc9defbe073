import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

export const InviteSearch = z.object({ token: urlText });

import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open=new`: a connection is being added. */
export const SsoSearch = z.object({ open: urlText });

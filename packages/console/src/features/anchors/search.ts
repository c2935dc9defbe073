import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `seq`: the event to prove; `from` and `to`: the anchors to compare; `open`: the anchor beside the list. */
export const AuditSearch = z.object({ seq: urlNumber, from: urlText, to: urlText, open: urlText });

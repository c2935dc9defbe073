import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/url-state.ts';

/** `before`: only events with a smaller seq; `open`: the seq of the event beside the list. */
export const EventsSearch = z.object({ type: urlText, before: urlNumber, open: urlNumber });

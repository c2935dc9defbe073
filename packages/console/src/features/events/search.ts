import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `before`: only events with a smaller seq; `open`: the seq of the event beside the list. */
export const EventsSearch = z.object({ type: urlText, before: urlNumber, open: urlNumber });

/** Of the trail: the event log as it is searched; instants in RFC 3339. `before` pages. */
export const TrailSearchState = z.object({
  actor: urlText,
  type: urlText,
  since: urlText,
  until: urlText,
  from_seq: urlNumber,
  to_seq: urlNumber,
  before: urlNumber,
});

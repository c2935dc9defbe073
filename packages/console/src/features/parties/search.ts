import * as z from 'zod';
import { urlDay, urlNumber, urlText } from '../../lib/screen/url-state.ts';

export const PartiesSearch = z.object({ q: urlText, page: urlNumber });
/** First and last value date. */
export const PartyStatementSearch = z.object({ from: urlDay, to: urlDay });
export const PartySearch = z.object({ party: urlText });

import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

export const PartiesSearch = z.object({ q: urlText, page: urlNumber });
export const PartySearch = z.object({ party: urlText });

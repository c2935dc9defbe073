import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `remove`: whose confirmation is open. */
export const CurrenciesSearch = z.object({ q: urlText, sort: urlText, remove: urlText });
export type CurrenciesSearch = z.output<typeof CurrenciesSearch>;

import * as z from 'zod';
import { urlText } from '../../lib/url-state.ts';

/** `asOf`: the snapshot whose balances are shown; `open`: the account beside the list. */
export const BalancesSearch = z.object({ q: urlText, currency: urlText, sort: urlText, asOf: urlText, open: urlText });

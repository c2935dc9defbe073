import * as z from 'zod';
import { StatementSearch } from '../features/statements/search.ts';

/** That of the statement; `ask`: closing or re-opening is asked about, or whose account it is. */
export const AccountSearch = StatementSearch.extend({ ask: z.enum(['state', 'party']).optional().catch(undefined) });

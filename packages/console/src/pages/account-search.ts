import * as z from 'zod';
import { StatementSearch } from '../features/statements/search.ts';

/** That of the statement; `ask`: closing or re-opening is asked about. */
export const AccountSearch = StatementSearch.extend({ ask: z.literal('state').optional().catch(undefined) });

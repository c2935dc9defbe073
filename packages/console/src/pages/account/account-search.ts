import * as z from 'zod';
import { StatementSearch } from '../../features/statements/search.ts';

/** That of the statement; `ask`: closing or re-opening is asked about, whose account it is, what it is called or what it may not fall below. */
export const AccountSearch = StatementSearch.extend({ ask: z.enum(['state', 'party', 'change', 'floor']).optional().catch(undefined) });

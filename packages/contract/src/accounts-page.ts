// Lists of accounts and of their balances come a page at a time, by code.
import { ACCOUNT_CODE_LENGTH_MAX, limit, line } from './fields.ts';

/** Accounts in one answer: where nothing else is asked for, and the most. */
export const ACCOUNTS_PAGE = 1_000;
export const ACCOUNTS_PAGE_MAX = 5_000;

/** `after`: the code that the page before ended with, which that one told as `next`. */
export const accountsPage = { limit: limit(ACCOUNTS_PAGE_MAX, ACCOUNTS_PAGE), after: line(ACCOUNT_CODE_LENGTH_MAX).optional() };

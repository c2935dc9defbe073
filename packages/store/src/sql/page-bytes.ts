/** Of payloads in one page of a list: one may have a megabyte, and what goes beyond this waits for the next page. Source: decision 0192. */
export const PAGE_BYTES_MAX = 4 * 2 ** 20;

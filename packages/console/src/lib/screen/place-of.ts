/** The place in the log where a page of it goes on, as the address has it; undefined: nothing is older. */
export const placeOf = (page: { readonly next: string | null } | undefined): number | undefined =>
  page === undefined || page.next === null ? undefined : Number(page.next);

/** A page of accounts by code. */
export interface CodePage {
  /** The code before the first; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** As many accounts as there are. */
export const everyAccount: CodePage = { after: null, limit: Number.MAX_SAFE_INTEGER };

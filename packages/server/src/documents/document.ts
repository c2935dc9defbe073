// A document as the pages of a PDF show it: a head that says what it is and where it stands, then tables.

export interface DocumentColumn {
  readonly label: string;
  readonly align: 'left' | 'right';
  /** Its share of the width. */
  readonly weight: number;
}

export interface DocumentRow {
  readonly style: 'section' | 'group' | 'plain' | 'total';
  /** How far the first cell stands in. */
  readonly depth: number;
  /**
   * A figure may end in ` Dr` or ` Cr`: figures stand below each other, sides in a column of their own. In parentheses: the second one
   * hangs outside the digits.
   */
  readonly cells: readonly string[];
}

export interface DocumentTable {
  readonly heading: string | null;
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
}

export interface PrintedDocument {
  readonly title: string;
  readonly organisation: string;
  /** Lines below the title. */
  readonly facts: readonly string[];
  readonly tables: readonly DocumentTable[];
  /** Small lines after the last table: sources of rates, what is missing. */
  readonly notes: readonly string[];
  /** On every page: where in the log it stands. */
  readonly footer: string;
  readonly createdAt: Date;
}

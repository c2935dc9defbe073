// Comma-separated files that are exact and that no spreadsheet takes for formulas.
import { looksLikeFormula } from '@countinghouse/contract/plain-text';

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** One field. Text that begins like a formula gets an apostrophe; a plain number stays a number. */
export function csvField(value: string): string {
  const safe = looksLikeFormula(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (rows: readonly (readonly string[])[]): string => `${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`;

/** What of a text may stand in a file's name on any system. */
export const inFileName = (text: string): string => text.replace(/[^A-Za-z0-9._-]/g, '_');

/** Hands a text to the browser as a file. */
export const download = (fileName: string, type: string, text: string): void => saveFile(fileName, new Blob([text], { type }));

/** Hands content to the browser as a file. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

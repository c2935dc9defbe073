// JSON that a person typed: the object that it is, or where it stops being one.

export type ReadJson =
  | { readonly value: Readonly<Record<string, unknown>> }
  /** `line` and `column` from 1; null where all of it is JSON, but no object. */
  | { readonly at: { readonly line: number; readonly column: number } | null };

/** Reads a JSON object. */
export function readJsonObject(text: string): ReadJson {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as Readonly<Record<string, unknown>> }
      : { at: null };
  } catch (error) {
    return { at: placeOf(text, error instanceof Error ? error.message : '') };
  }
}

/** Browsers tell a position, or a line and a column, or nothing: then it is the end of the text. */
function placeOf(text: string, message: string): { readonly line: number; readonly column: number } {
  const told = /line (\d+) column (\d+)/.exec(message);
  if (told !== null) return { line: Number(told[1]), column: Number(told[2]) };
  const position = /position (\d+)/.exec(message);
  const before = text.slice(0, position === null ? text.length : Number(position[1])).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

export const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);

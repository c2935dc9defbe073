/** What an event names and the state must have. Throws where it has not: the log is then not ours. */
export function must<T>(value: T | null | undefined, what: string, seq: number): T {
  if (value === null || value === undefined) throw new Error(`event ${seq}: ${what} contradicts the state`);
  return value;
}

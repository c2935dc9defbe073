// What a failed call tells a screen: faults of fields, sentences, whether the writer would help.
import { ApiError, fieldsOf } from '@countinghouse/client/api-error';
import { messageOf } from '@countinghouse/contract/messages';

export { ApiError };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The faults of single fields, by their path (`proposed_actions.0.amount`), where the server named any. */
export function fieldFaultsOf(error: unknown): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  if (!(error instanceof ApiError)) return faults;
  const details = fieldsOf(error.payload)['details'];
  const listed = Array.isArray(details) ? details : fieldsOf(details)['fields'];
  if (!Array.isArray(listed)) return faults;
  for (const entry of listed) {
    const { path, message } = fieldsOf(entry);
    const where = Array.isArray(path) ? path.join('.') : textOf(path);
    if (where !== undefined) faults.set(where, textOf(message) ?? messageOf(error.code));
  }
  return faults;
}

/** What a form marks: the server's field faults, and a taken code at the field of that name. */
export function formErrorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.code === 'CODE_TAKEN') return { code: messageOf('CODE_TAKEN') };
  return Object.fromEntries(fieldFaultsOf(error));
}

/** Asks for the writer, as the specification's error boundary does: by words of the message. */
export const mentionsWriter = (message: string): boolean => /read-only|423|replica|prefer-writer/i.test(message);

export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

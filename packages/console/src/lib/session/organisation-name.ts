import { ApiError } from '../calls/api-error.ts';

/** Source: specification §5: the server's refusal of a name has its own sentence, everything else is shown as given. */
export function nameFaultOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.code === 'VALIDATION_ERROR') return 'Please choose a different name.';
  const details = (error.payload as { readonly details?: unknown } | null)?.details;
  return typeof details === 'string' ? details : error.message;
}

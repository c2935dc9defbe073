// Beginnings of event types that are offered, and what a typed one asks the server for.
export const families = [
  'intent.',
  'intent.executed',
  'intent.rejected',
  'account.',
  'approval.',
  'attachment.',
  'control.',
  'gl_account.',
  'fx_rate.',
  'snapshot.',
  'currency.',
  'ledger.',
  'member.',
  'key.',
  'period.',
  'tenant.',
];

/** Nothing while it cannot be the beginning of a type. */
export const typeOf = (typed: string | undefined): string | undefined =>
  typed !== undefined && /^[a-z0-9_.]{1,64}$/.test(typed) ? typed : undefined;

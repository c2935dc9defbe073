// What is wrong with a value, where its schema does not say so itself: in the words that people are told, not in those of the schema library.

import type * as z from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const types: Readonly<Record<string, string>> = {
  string: 'Use text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object.',
  record: 'Use an object.',
};

/** Undefined: as the library says it. */
export function sayFault(issue: Issue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'Required.';
  // Numbers that come as text are that before they are looked at.
  if (issue.code === 'invalid_type' && Number.isNaN(issue.input)) return 'Use a number, in digits alone.';
  if (issue.code === 'invalid_type') return types[issue.expected];
  if (issue.code === 'invalid_value') return `Use ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`;
  if (issue.code === 'invalid_union') return sayOtherKind(issue);
  if (issue.code === 'too_small') return sayTooSmall(issue);
  if (issue.code === 'too_big') return sayTooBig(issue);
  return undefined;
}

/** Of an object whose kind a member names. */
function sayOtherKind({ discriminator, options, input }: Issue & z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  if (typeof discriminator !== 'string' || !Array.isArray(options)) return undefined;
  return (input as Readonly<Record<string, unknown>>)[discriminator] === undefined ? 'Required.' : `Use one of ${options.join(', ')}.`;
}

function sayTooSmall({ origin, minimum, inclusive }: Issue & z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string | undefined {
  if (origin === 'string') return minimum === 1 ? 'Required.' : `Use at least ${minimum} characters.`;
  if (origin === 'array') return `Give at least ${minimum}.`;
  return inclusive === false ? `Use more than ${minimum}.` : `Use ${minimum} or more.`;
}

function sayTooBig({ origin, maximum, inclusive }: Issue & z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string | undefined {
  if (origin === 'string') return `Use at most ${maximum} characters.`;
  if (origin === 'array') return `Give at most ${maximum}.`;
  return inclusive === false ? `Use less than ${maximum}.` : `Use ${maximum} or less.`;
}

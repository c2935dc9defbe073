// Headers of answers, as the document of the API describes them: said once, and named by each answer that has them.

const text = (description: string): object => ({ description, schema: { type: 'string' } });
const count = (description: string): object => ({ description, schema: { type: 'integer', minimum: 0 } });

const said = {
  'x-request-id': text('What this call is called in the logs of the server. Name it when you ask for help.'),
  'retry-after': count('Seconds after which the call may be repeated, of a refusal that passes.'),
  'www-authenticate': text('Of a refusal with status 401: how calls say who makes them.'),
  'ratelimit-limit': count(
    'Calls that may come at once, where calls are counted: those that change something, and all of a key with a pace.',
  ),
  'ratelimit-remaining': count('How many of these are left.'),
  'ratelimit-reset': count('Seconds until all of them are there again.'),
  etag: text('The tag of this answer: sent back as `if-none-match`, an answer that is still the same is told by its status alone.'),
} as const;
type Header = keyof typeof said;

const referTo = (...names: readonly Header[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const counted = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** The parts of the document that name them. */
export const headersSaid = said;
export const headersOfRefusal = referTo('x-request-id', 'retry-after', 'www-authenticate', ...counted);
export const headersOfAnswer = (isTagged: boolean): object => referTo('x-request-id', ...counted, ...(isTagged ? (['etag'] as const) : []));
/** What asks for a tagged answer only where it is another one, and what is answered else. */
export const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  description: 'The `etag` of an answer that is there.',
  schema: { type: 'string' },
};
export const notModified = { description: 'The answer with this tag is still the same.', headers: referTo('x-request-id', 'etag') };

// PATCH as Okta and Microsoft Entra send it (RFC 7644, 3.5.2): operations in any case, with a path or with an object of values, truth as text.

import { attributesOf, CORE, idOf, invalid, PATCH_OP, ScimError } from './protocol.ts';

const OPERATIONS_MAX = 1_000;
const PATH_LENGTH_MAX = 300;

export interface Edit {
  readonly op: 'add' | 'replace' | 'remove';
  /** Without its schema, in lower case; empty for one of an extension. */
  readonly attribute: string;
  /** Of `members[value eq "x"]` the x. */
  readonly only: string | null;
  /** What is meant is a part of the attribute, as of `name.familyName`. */
  readonly isPart: boolean;
  readonly value: unknown;
}

const path = /^([A-Za-z$][\w$-]*)(?:\[\s*([A-Za-z][\w$.-]*)\s+eq\s+(?:"([^"\\]*)"|true|false)\s*\])?(?:\.([A-Za-z$][\w$-]*))?$/i;

/** Throws invalidPath. */
function readPath(text: unknown): Pick<Edit, 'attribute' | 'only' | 'isPart'> {
  const fault = new ScimError(400, 'invalidPath', 'Use a path such as active, name.familyName or members[value eq "x"].');
  if (typeof text !== 'string' || text.length > PATH_LENGTH_MAX) throw fault;
  const isCore = text.toLowerCase().startsWith(CORE.toLowerCase());
  const local = isCore ? text.slice(text.indexOf(':', CORE.length) + 1) : text;
  // Extensions, such as that of enterprises, are not kept.
  if (local.toLowerCase().startsWith('urn:')) return { attribute: '', only: null, isPart: false };
  const [, attribute, of, only, part] = path.exec(local) ?? [];
  if (attribute === undefined) throw fault;
  return { attribute: attribute.toLowerCase(), only: of?.toLowerCase() === 'value' ? (only ?? null) : null, isPart: part !== undefined };
}

/** In the order in which they are to be done. Throws invalidSyntax, invalidPath, noTarget, tooMany. */
export function editsOf(body: unknown): readonly Edit[] {
  const sent = attributesOf(body);
  const [schemas, operations] = [sent.get('schemas'), sent.get('operations')];
  const isPatch = Array.isArray(schemas) && schemas.some((s) => typeof s === 'string' && s.toLowerCase() === PATCH_OP.toLowerCase());
  if (!isPatch || !Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'invalidSyntax', `Send the schema ${PATCH_OP} and a list of Operations.`);
  if (operations.length > OPERATIONS_MAX) throw new ScimError(400, 'tooMany', `Send at most ${OPERATIONS_MAX} operations at a time.`);
  return operations.flatMap(editsIn);
}

function editsIn(operation: unknown): readonly Edit[] {
  const said = attributesOf(operation);
  const op = String(said.get('op')).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'invalidSyntax', 'Use add, replace or remove as the op of an operation.');
  const [at, value] = [said.get('path'), said.get('value')];
  if (at !== undefined && at !== null) return [{ op, ...readPath(at), value }];
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'Say with a path what is to be removed.');
  return [...attributesOf(value)].map(([name, each]) => ({ op, ...readPath(name), value: each }));
}

/** Truth, also as text. Throws invalidValue. */
export function truthOf(value: unknown): boolean {
  const said = String(value).toLowerCase();
  if (said !== 'true' && said !== 'false') throw invalid('Use true or false as active.');
  return said === 'true';
}

/** Ids of people in a list of members, one member, or an id alone. Throws invalidValue. */
export function memberIdsOf(value: unknown): readonly string[] {
  const listed = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return listed.map((each: unknown) => {
    const id = idOf(typeof each === 'object' && each !== null ? attributesOf(each).get('value') : each);
    if (id === null) throw invalid('Each member is an object with the id of a user as value.');
    return id;
  });
}

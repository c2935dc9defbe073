// What a directory may ask of this server: its abilities, kinds of resources, and their attributes (RFC 7643, 5 to 7).

import { GROUP, listAnswer, RESULTS_MAX, USER } from './protocol.ts';

const OF_CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const OF_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const OF_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const serviceProviderConfig = (root: string) => ({
  schemas: [OF_CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: RESULTS_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token that an owner makes under Single sign-on.', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${root}/ServiceProviderConfig` },
});

const typeOf = (root: string, name: string, endpoint: string, schema: string) => ({
  schemas: [OF_TYPE],
  id: name,
  name,
  endpoint,
  schema,
  meta: { resourceType: 'ResourceType', location: `${root}/ResourceTypes/${name}` },
});

const types = (root: string) => [typeOf(root, 'User', '/Users', USER), typeOf(root, 'Group', '/Groups', GROUP)];

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const list = (name: string, mutability: string, subAttributes: readonly object[]) =>
  attribute(name, { type: 'complex', multiValued: true, mutability, subAttributes });

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('active', { type: 'boolean' }),
  attribute('displayName', { mutability: 'immutable' }),
  attribute('name', {
    type: 'complex',
    mutability: 'immutable',
    subAttributes: ['formatted', 'givenName', 'familyName'].map((part) => attribute(part, { mutability: 'immutable' })),
  }),
  list('emails', 'immutable', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })]),
  list('groups', 'readOnly', [attribute('value', { mutability: 'readOnly' }), attribute('display', { mutability: 'readOnly' })]),
];
const groupAttributes = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  list('members', 'readWrite', [attribute('value', { mutability: 'immutable' }), attribute('type', { mutability: 'immutable' })]),
];

const schemaOf = (root: string, id: string, name: string, attributes: readonly object[]) => ({
  schemas: [OF_SCHEMA],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: `${root}/Schemas/${id}` },
});

const schemas = (root: string) => [schemaOf(root, USER, 'User', userAttributes), schemaOf(root, GROUP, 'Group', groupAttributes)];

interface Described {
  readonly id: string;
}

const all = (of: readonly Described[]) => listAnswer(of.length, { filter: null, startIndex: 1, count: of.length }, of);
const one = (of: readonly Described[], id: string): object | null => of.find((each) => each.id.toLowerCase() === id.toLowerCase()) ?? null;

export const listTypes = (root: string): object => all(types(root));
export const findType = (root: string, id: string): object | null => one(types(root), id);
export const listSchemas = (root: string): object => all(schemas(root));
export const findSchema = (root: string, id: string): object | null => one(schemas(root), id);

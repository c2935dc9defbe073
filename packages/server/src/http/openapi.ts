// The document of the API (OpenAPI 3.1): what it says beside the routes, and its text. The text is what a server answers and, for one at
// its usual address, what docs/reference/openapi.json has: byte for byte.

import { Problem } from '@countinghouse/contract/fields';
import { type JsonSchema, namesOfPages, renameSchema } from '@countinghouse/contract/v1-names';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { handlers } from '../handlers.ts';
import { register } from '../route/route.ts';
import type { Services } from '../services.ts';
import { compileSchema } from './check-schema.ts';
import { COOKIE_PREFIX } from './cookies.ts';
import { headersOfAnswer, headersOfRefusal, headersSaid, ifNoneMatch, notModified } from './openapi-headers.ts';

/** Has every route that is registered after it described. */
export async function describeRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countinghouse',
        version: '1',
        description:
          'A multi-organisation, hash-chained, double-entry ledger. Errors: `{code, message, requestId, details?}`, and problem details (RFC 9457).',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`,
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key of the organisation. It is judged alone, whatever cookie comes with it; a call says which grant it needs.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: JsonSchema;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}
interface Call {
  readonly 'x-file'?: true;
  readonly 'x-snake-case'?: true;
  readonly 'x-etag'?: true;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Described {
  readonly components?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Call>>>>;
}

/** An object in a query is `name[key]=value`: see `query.ts`. */
const showObject = (parameter: Parameter): Parameter =>
  parameter.in === 'query' && parameter.schema?.type === 'object' ? { ...parameter, ...{ style: 'deepObject', explode: true } } : parameter;

const { $schema: _$schema, ...problem } = z.toJSONSchema(Problem, { io: 'output' });
const problemText = JSON.stringify(problem);
/** Whatever a call answers when it succeeds, a refusal is JSON. */
const isProblem = (content: Content['content'] = {}): boolean =>
  Object.values(content).some(({ schema }) => JSON.stringify(schema) === problemText);

/** What a call takes that takes a file. */
const oneFile = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
        additionalProperties: false,
      },
    },
  },
};

const mapped = <T, U>(all: Readonly<Record<string, T>>, map: (one: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, map(one)]));

/** A call under /api/v1 that has another address too: the schemas are of that one, and so are their names. */
function withNames(call: Call): Call {
  const { parameters = [], requestBody, responses } = call;
  const renamed = <C extends Content>(told: C): C =>
    told.content === undefined
      ? told
      : { ...told, content: mapped(told.content, ({ schema, ...more }) => ({ ...more, ...(schema && { schema: renameSchema(schema) }) })) };
  const queried = Object.keys(
    renameSchema({ properties: Object.fromEntries(parameters.map(({ name }) => [name, {}])) }, namesOfPages).properties ?? {},
  );
  return {
    ...call,
    ...(call.parameters && { parameters: parameters.map((parameter, i) => ({ ...parameter, name: queried[i] ?? parameter.name })) }),
    ...(requestBody && { requestBody: renamed(requestBody) }),
    responses: mapped(responses, (response) => (isProblem(response.content) ? response : renamed(response))),
  };
}

const refusal = {
  description: 'The call was refused: `code` says why.',
  headers: headersOfRefusal,
  content: { 'application/json': { schema: problem }, 'application/problem+json': { schema: problem } },
};

const fileTypes: Readonly<Record<string, string>> = { csv: 'text/csv', pdf: 'application/pdf' };
/** The files that a call answers instead of JSON where its query asks for one. */
const filesOf = (parameters: readonly Parameter[] = []): Content['content'] => {
  const format = parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'format')?.schema;
  const types = ((format?.enum ?? []) as readonly string[]).flatMap((one) => fileTypes[one] ?? []);
  return Object.fromEntries(types.map((type) => [type, {}]));
};

/** What a call answers, with the headers that all answers have. */
const answersOf = ({ responses, parameters }: Pick<Call, 'responses' | 'parameters'>, isTagged: boolean): object => ({
  ...mapped(responses, ({ content, ...response }) =>
    isProblem(content)
      ? { $ref: '#/components/responses/Refusal' }
      : { ...response, ...(content && { content: { ...content, ...filesOf(parameters) } }), headers: headersOfAnswer(isTagged) },
  ),
  ...(isTagged ? { 304: notModified } : {}),
  // What no call says of itself: an organisation that is read-only, a body that is too long, an address that is not on a list.
  default: { $ref: '#/components/responses/Refusal' },
});

/** The document with what all calls share said once: a refusal, and the headers of answers. */
function withShared({ components, paths = {}, ...described }: Described): object {
  return {
    ...described,
    components: { ...components, headers: headersSaid, responses: { Refusal: refusal } },
    paths: mapped(paths, (calls) =>
      mapped(calls, ({ 'x-file': takesFile, 'x-snake-case': isSnakeCase, ...asIs }) => {
        const { 'x-etag': isTagged, ...call } = isSnakeCase === true ? withNames(asIs) : asIs;
        const parameters = [...(call.parameters ?? []).map(showObject), ...(isTagged === true ? [ifNoneMatch] : [])];
        return {
          ...call,
          ...(takesFile === true ? { requestBody: oneFile } : {}),
          ...(parameters.length === 0 ? {} : { parameters }),
          responses: answersOf(call, isTagged === true),
        };
      }),
    ),
  };
}

/** The document as text, a member a line. The app must be ready. */
export const documentOf = (app: FastifyInstance): string =>
  `${JSON.stringify(withShared(app.swagger() as unknown as Described), null, 1)}\n`;

/** The document of a server at this address, without a server: no call is answered. */
export async function describeApi(publicUrl: string): Promise<string> {
  const app = Fastify();
  app.setValidatorCompiler(compileSchema);
  app.setSerializerCompiler(serializerCompiler);
  await describeRoutes(app, publicUrl);
  await app.register(async (routes) => {
    for (const each of handlers) register(routes, {} as Services, each);
  });
  await app.ready();
  return documentOf(app);
}

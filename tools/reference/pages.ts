// The pages of docs/reference, and the parts of other pages, that follow from the code. `npm run reference` writes them; a test holds
// them against it. docs/reference/schema.sql follows from the database: `write.ts`.

import { readdirSync, readFileSync } from 'node:fs';
import { type ErrorCode, errors } from '@countinghouse/contract/errors';
import { grantFor } from '@countinghouse/contract/key-grants';
import { needs } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { describeApi } from '@countinghouse/server/http/openapi';
import { settings } from '@countinghouse/server/settings';
import { type Layer, layers } from '../tidy/layers.ts';

export interface Page {
  /** Below docs/reference. */
  readonly file: string;
  readonly text: string;
}

/** A part of a page that people write, between two marks. */
export interface Part {
  /** The page, from the root of the repo. */
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

const notice = 'Generated from the code by `npm run reference`; edit the source named below, not this page.';
const shapes = new URL('../../vectors/event-shapes/', import.meta.url);

const all: readonly { readonly stem: string; readonly route: RouteDef }[] = Object.entries(routes).flatMap(([stem, group]) =>
  Object.values(group).map((route) => ({ stem, route })),
);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((c) => c.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const page = (file: string, title: string, source: string, ...parts: readonly string[]): Page => ({
  file,
  text: `# ${title}\n\n${notice}\nSource: \`${source}\`.\n\n${parts.join('\n\n')}\n`,
});

function errorsPage(): Page {
  const rows = Object.entries(errors).map(([code, e]) => [`\`${code}\``, String(e.status), e.message, e.when]);
  const ladder = [
    'shape and size; header key against body key',
    'duplicate key, or an intent id under another key',
    'the organisation is there, the right to post, read-only, the organisation that the body names; reserved use case; value dates in their window',
    'consent: scope, then times',
    'signature: always checked when present',
    'FX snapshot',
    'accounts exist, are open, differ, are in the currency of the row; the currency is allowed; floors',
    'value date not in a locked period',
    'limits (with control)',
    'policies: each in force allows it',
    'high risk: a second person (with control)',
  ];
  return page(
    'errors.md',
    'Errors',
    'packages/contract/src/errors.ts',
    'Every refusal is `{code, error, message, requestId, details?}`; `error` equals `code`, and `type`, `title`, `status` and `instance` are those of problem details (RFC 9457). `details` of a wrong request is a list of `{path, message}`.',
    'For every call the order is: 401 who · 404 organisation · 403 right · 423 read-only · 400 request · 404 object · 409 state · 422 rule.',
    table(['code', 'status', 'message', 'when'], rows),
    '## The ladder of an intent',
    'The receipt carries the first rung that fails. Rungs 1–3 leave no trace; from rung 4 on the answer is a decision: an event, and final for its key.',
    ladder.map((rung, i) => `${i + 1}. ${rung}`).join('\n'),
  );
}

const told = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
const pathOf = (route: RouteDef): string => `\`${route.method} ${told(route.path)}\``;
const v1Of = ({ v1, path }: RouteDef): string =>
  v1 === undefined ? (path.startsWith('/api/v1/') ? 'the same' : '–') : `\`${told(v1.path)}\``;

function routesPage(): Page {
  const codesOf = (route: RouteDef): string => (route.codes ?? []).map((c: ErrorCode) => `\`${c}\``).join(' ');
  const parts = Object.keys(routes).map((stem) => {
    const rows = all
      .filter((r) => r.stem === stem)
      .map(({ route }) => [pathOf(route), v1Of(route), route.summary, route.needs, codesOf(route)]);
    return `## ${stem}\n\n${table(['call', 'for programs', 'what', 'needs', 'codes of its own'], rows)}`;
  });
  return page(
    'routes.md',
    'Routes',
    'packages/contract/src/features/*.ts',
    'Bodies and answers with all fields: `GET /api/openapi.json`, or to read and try `GET /api/docs`, on a running server.',
    'Every call that an API key may make is under `/api/v1`, where fields are in snake_case, sums are decimals beside minor units that end in `_minor`, and lists have `after`, `limit` and `next`; those that take a person are where the console calls them.',
    ...parts,
  );
}

function permissionsPage(): Page {
  const who = table(
    ['need', 'met by', 'shown where it is missing'],
    Object.entries(needs).map(([name, n]) => [name, n.summary, n.reason === '' ? '–' : n.reason]),
  );
  const rows = all.map(({ route }) => [
    pathOf(route),
    route.superToken === undefined ? route.needs : `${route.needs}, or the super token`,
    route.needs === 'anonymous' ? '' : (grantFor(route) ?? '–'),
  ]);
  return page(
    'permissions.md',
    'Permissions',
    'packages/contract/src/permissions.ts`, `packages/contract/src/key-grants.ts',
    who,
    'An auditor may make every call of an organisation that changes nothing, whatever it needs, and no other.',
    '## Calls',
    'The last column is the grant that an API key needs (`read`, `propose`, `post`, `admin`, each with those before it), beside what its maker may do; – takes a person. With `propose` and no more, each intent waits until a person approves it.',
    table(['call', 'needs', 'API key'], rows),
  );
}

interface Shape {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: unknown; readonly description?: string }>>;
}

function eventsPage(): Page {
  const parts = readdirSync(shapes)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((file) => {
      const shape = JSON.parse(readFileSync(new URL(file, shapes), 'utf8')) as Shape;
      const rows = Object.entries(shape.properties ?? {}).map(([name, p]) => [
        `\`${name}\``,
        [p.type].flat().join(' or ') || 'see schema',
        p.description ?? '',
      ]);
      return `## ${file.replace(/\.v(\d+)\.json$/, (_all, version: string) => (version === '1' ? '' : `, version ${version}`))}\n\n${shape.description === undefined ? '' : `${shape.description}\n\n`}${table(['field', 'type', 'what'], rows)}`;
    });
  return page(
    'events.md',
    'Events',
    'vectors/event-shapes/*.json',
    'The payload of each event type. What surrounds it, and how it is hashed: `event-format.md`.',
    ...parts,
  );
}

export const pages = (): readonly Page[] => [errorsPage(), routesPage(), permissionsPage(), eventsPage()];

const settingsPart = (): Part => ({
  file: 'docs/operating/install.md',
  name: 'settings',
  text: table(
    ['variable', 'default', 'meaning'],
    settings.map(({ name, unset, meaning }) => [`\`${name}\``, unset, meaning]),
  ),
});

function packagesPart(): Part {
  const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const mayImport = ({ ours, oursAsTypes = [] }: Layer): string =>
    [listed(ours), ...(oursAsTypes.length === 0 ? [] : [`types of ${listed(oursAsTypes)}`])].filter((part) => part !== '').join('; ') ||
    'nothing';
  const fromNpm = ({ npm }: Layer): string => (npm === undefined ? 'what it declares' : listed(npm) || 'nothing');
  return {
    file: 'ARCHITECTURE.md',
    name: 'packages',
    text: table(
      ['package', 'is', 'may import of ours', 'of npm', 'of Node'],
      Object.entries(layers).map(([name, layer]: [string, Layer]) => [
        `\`${name}\``,
        layer.is,
        mayImport(layer),
        fromNpm(layer),
        layer.node ? 'yes' : 'no',
      ]),
    ),
  };
}

/** What each route is called, by method and path: a reader that needs no more loads no schema. `packages/contract/src/route-names.ts`. */
export function routeNames(): string {
  const lines = Object.entries(routes).flatMap(([stem, group]) =>
    Object.entries(group).map(([name, { method, path }]) => `  '${method} ${path}': ['${stem}', '${name}'],`),
  );
  return `// Written by npm run reference from the routes. Nobody edits it.

/** Feature and name of each route, by its method and path: for what names routes and needs nothing else of them. */
export const routeNames: Readonly<Record<string, readonly [feature: string, name: string]>> = {
${lines.join('\n')}
};
`;
}

/** The text of `docs/reference/openapi.json`: what a server at its usual address answers at `/api/openapi.json`. */
export const openApi = (): Promise<string> => describeApi('http://127.0.0.1:3000');

export const parts = (): readonly Part[] => [settingsPart(), packagesPart()];

/** The page with the part in it. Throws where the marks are missing. */
export function putPart(page: string, { file, name, text }: Part): string {
  const [start, end] = [`<!-- ${name}: written by npm run reference -->`, `<!-- end of ${name} -->`];
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${file} has no marks for ${name}`);
  return `${page.slice(0, before + start.length)}\n\n${text}\n\n${page.slice(after)}`;
}

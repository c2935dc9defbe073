// The lists of all features: which routes, handlers, slices and projections there are follows from the census and from which files are
// there. `npm run reference` writes them; a test holds them against it. Nobody edits them.

import { existsSync, readFileSync } from 'node:fs';
import { errors } from '@countinghouse/contract/errors';
import { features } from '@countinghouse/contract/features';

export interface List {
  /** From the root of the repo. */
  readonly file: string;
  readonly text: string;
}

interface Found {
  readonly stem: string;
  /** What the file exports for the list. */
  readonly name: string;
  readonly from: string;
}

const at = (file: string): URL => new URL(`../../${file}`, import.meta.url);
const camel = (stem: string): string => stem.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/**
 * The files `folder/<*>` that are there, in the order of the census, each with its export. Throws where a file has no such export: the
 * message says which one it needs.
 */
function find(folder: string, below: string, exported: (stem: string) => RegExp, needs: string): readonly Found[] {
  return Object.keys(features).flatMap((stem) => {
    const from = `./${below.replace('*', stem)}`;
    const file = `${folder}/${below.replace('*', stem)}`;
    if (!existsSync(at(file))) return [];
    const [, name] = exported(stem).exec(readFileSync(at(file), 'utf8')) ?? [];
    if (name === undefined)
      throw new Error(`${file} must export ${needs.replace('*', camel(stem))}: the lists of all features are made of it`);
    return [{ stem, name, from }];
  });
}

const byName = (folder: string, below: string): readonly Found[] =>
  find(folder, below, (stem) => new RegExp(`^export const (${camel(stem)})\\b`, 'm'), 'const *');
const byEnding = (folder: string, below: string, ending: string): readonly Found[] =>
  find(folder, below, () => new RegExp(`^export (?:type|interface|const) (\\w+${ending})\\b`, 'm'), `one name that ends in ${ending}`);

const notice =
  '// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.';
const imports = (found: readonly Found[], more: readonly string[] = [], word = 'import'): string =>
  [...found.map(({ name, from }) => `${word} { ${name} } from '${from}';`), ...more]
    .sort((a, b) => {
      const pathIn = (line: string): string => line.slice(line.indexOf("'"));
      return pathIn(a) < pathIn(b) ? -1 : 1;
    })
    .join('\n');
const lines = (found: readonly Found[], line: (one: Found) => string): string => found.map(line).join('\n');

function routesList(): List {
  const found = byName('packages/contract/src', 'features/*.ts');
  const key = ({ stem, name }: Found): string => (stem === name ? `  ${name},` : `  '${stem}': ${name},`);
  return {
    file: 'packages/contract/src/routes.ts',
    text: `${notice}\n// Every route there is: what the server registers, the reference lists, and the tests walk.\n\n${imports(found, ["import type { RouteDef } from './wire.ts';"])}\n\nexport const routes: Readonly<Record<string, Readonly<Record<string, RouteDef>>>> = {\n${lines(found, key)}\n};\n`,
  };
}

function handlersList(): List {
  const found = byEnding('packages/server/src', 'features/*/routes.ts', 'Handlers');
  return {
    file: 'packages/server/src/handlers.ts',
    text: `${notice}\n\n${imports(found, ["import type { Handler } from './route/route.ts';"])}\n\n/** What answers each call of the contract. */\nexport const handlers: readonly Handler[] = [\n${lines(found, ({ name }) => `  ...${name},`)}\n];\n`,
  };
}

function slicesList(): List {
  const found = byName('packages/kernel/src', '*/slice.ts');
  const more = [
    "import type { Command } from './ledger/commands.ts';",
    "import type { EventShapes } from './ledger/event-shapes.ts';",
    "import type { CommandRows, EventRows } from './ledger/slice.ts';",
  ];
  const rows = (of: string): string => lines(found, ({ name }) => `  ...${name}.${of},`);
  return {
    file: 'packages/kernel/src/slices.ts',
    text: `${notice}\n// No slice imports this file: it stands on all of them.\n\n${imports(found, more)}\n\n/** What is known of each command. */\nexport const commandRows = {\n${rows('commands')}\n} satisfies CommandRows<Command>;\n\n/** What each event does to the state. */\nexport const eventRows = {\n${rows('events')}\n} satisfies EventRows<EventShapes>;\n`,
  };
}

const oneUp = (found: readonly Found[]): readonly Found[] => found.map((one) => ({ ...one, from: `.${one.from}` }));

function commandsList(): List {
  const found = oneUp(byEnding('packages/kernel/src', '*/commands.ts', 'Command'));
  return {
    file: 'packages/kernel/src/ledger/commands.ts',
    text: `${notice}\n\n${imports(found, [], 'import type')}\n\n/** Every way to change an organisation. Each becomes events, a refusal, or the answer it already has. */\nexport type Command =\n${lines(found, ({ name }) => `  | ${name}`)};\n`,
  };
}

function shapesList(): List {
  const events = byEnding('packages/kernel/src', '*/events.ts', 'Events');
  const found = oneUp(events);
  return {
    file: 'packages/kernel/src/ledger/event-shapes.ts',
    text: `${notice}\n\n${imports(found, [], 'import type')}\n\n/** Every event type there is, with the shape of its payload. */\nexport interface EventShapes\n  extends ${found.map(({ name }) => name).join(',\n    ')} {}\n`,
  };
}

function partsList(): List {
  const of = (stem: string): RegExp => new RegExp(`^export const (${camel(stem)}Part)\\b`, 'm');
  const found = oneUp(find('packages/kernel/src', '*/state.ts', of, 'const *Part'));
  const typeOf = ({ name }: Found): string => name.charAt(0).toUpperCase() + name.slice(1);
  const both = found.map((one) => `import { type ${typeOf(one)}, ${one.name} } from '${one.from}';`);
  return {
    file: 'packages/kernel/src/ledger/parts.ts',
    text: `${notice}\n\n${imports([], both)}\n\n/** What the slices keep in the state of an organisation. */\nexport interface Parts\n  extends ${found.map(typeOf).join(',\n    ')} {}\n\n/** Each as it is before the first event. */\nexport const parts = (): Parts => ({\n${lines(found, ({ name }) => `  ...${name}(),`)}\n});\n`,
  };
}

function loadsList(): List {
  const found = find('packages/store/src', 'features/*/load.ts', () => /^export const (load): Load\b/m, 'const load: Load').map((one) => ({
    ...one,
    name: camel(one.stem),
  }));
  const aliased = found.map(({ name, from }) => `import { load as ${name} } from '${from}';`);
  return {
    file: 'packages/store/src/loads.ts',
    text: `${notice}\n\n${imports([], [...aliased, "import type { Load } from './feature.ts';"])}\n\n/** What reads the writer's state, part by part, in the order of the census. */\nexport const loads: readonly Load[] = [\n${lines(found, ({ name }) => `  ${name},`)}\n];\n`,
  };
}

function projectionsList(): List {
  const found = byName('packages/store/src', 'features/*/projection.ts');
  return {
    file: 'packages/store/src/features.ts',
    text: `${notice}\n\n${imports(found, ["import type { Feature } from './feature.ts';"])}\n\n/** Every feature with tables that follow from events. Where several have statements for one event, they come in this order. */\nexport const features = [\n${lines(found, ({ name }) => `  ${name},`)}\n] as const satisfies readonly Feature[];\n`,
  };
}

function walksList(): List {
  const found = find('test', 'walks/*.ts', () => /^export const (walk): Walk\b/m, 'const walk: Walk').map(({ stem, from }) => ({
    stem,
    name: camel(stem),
    from: from.replace('./walks', '.'),
  }));
  const aliased = found.map(({ name, from }) => `import { walk as ${name} } from '${from}';`);
  const key = ({ stem, name }: Found): string => (stem === name ? `  ${name},` : `  '${stem}': ${name},`);
  return {
    file: 'test/walks/all.ts',
    text: `${notice}\n\n${imports([], [...aliased, "import type { Walk } from './walk.ts';"])}\n\nexport const walks: Readonly<Record<string, Walk>> = {\n${lines(found, key)}\n};\n`,
  };
}

function codesList(): List {
  return {
    file: 'packages/kernel/src/ledger/refusal-code.ts',
    text: `${notice}\n\n/** Codes of the catalogue (packages/contract/src/errors.ts), which gives each its status and sentence. */\nexport type RefusalCode =\n${Object.keys(
      errors,
    )
      .map((code) => `  | '${code}'`)
      .join('\n')};\n`,
  };
}

export const lists = (): readonly List[] => [
  routesList(),
  handlersList(),
  slicesList(),
  commandsList(),
  shapesList(),
  partsList(),
  projectionsList(),
  loadsList(),
  walksList(),
  codesList(),
];

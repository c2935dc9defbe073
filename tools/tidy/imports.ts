// Who may import what. npm workspaces are no fence: every package can reach every other. These are.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { type Layer, layers } from './layers.ts';
import { type Fault, type Fence, faultsAt, type Import, importsOf, isCode, isTest, type SourceFile, viewsOf } from './source.ts';

/** Programs that an old Node may start hand over to the project's own. */
const OWN_NODE = 'tools/own-node.js';
/** Commands that work on a database directly, not over HTTP. */
const OPERATING = 'packages/cli/src/operate/';
/** What of the verifier runs in a browser. */
const PAGE = 'packages/verifier/page/';
/** What of the server runs in a browser too. */
const BANK_FILES = 'packages/server/src/bank-files/';
const SCOPE = '@countinghouse/';

/** Folders whose subfolders, or files, are features that must not know each other. Slices of the kernel may. */
const featureFolders = /^packages\/(?:store|server|console)\/src\/features\/([^/.]+)/;

/** SQL is written in the store, which also opens every connection. */
const STORE = 'packages/store/';
/** What measures and tests looks at the tables behind the store's back. */
const mayQuery = /^(?:packages\/(?:store|testkit)|test|bench)\//;

const byName: ReadonlyMap<string, Layer> = new Map(Object.entries(layers));
const nodeModules = new Set(builtinModules);

/** The import table: layers, relative paths that leave their package, the database driver. */
export const checkLayers: Fence = (file) => {
  const name = layerOf(file.path);
  const layer = layerAt(file.path, name);
  if (layer === undefined || !isCode(file.path) || isTest(file.path)) return [];
  return importsOf(file.text).flatMap((imported) => {
    const message = refuse(imported, file.path, name, layer);
    return message === null ? [] : [{ path: file.path, line: imported.line, message }];
  });
};

function layerAt(file: string, name: string): Layer | undefined {
  if (file.startsWith(OPERATING)) return layers['cli/operate'];
  if (file.startsWith(BANK_FILES)) return layers['server/bank-files'];
  return file.startsWith(PAGE) ? layers['verifier/page'] : byName.get(name);
}

/** The name of the package whose sources a file belongs to; configuration beside `src` is free. */
function layerOf(file: string): string {
  return /^packages\/([^/]+)\/(?:src|bin|page)\//.exec(file)?.[1] ?? '';
}

function refuse(imported: Import, file: string, name: string, layer: Layer): string | null {
  const { from, typeOnly } = imported;
  if (from.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), from);
    if (target === OWN_NODE && file.startsWith(`packages/${name}/bin/`)) return null;
    return target.startsWith(`packages/${name}/`) ? null : `${from} leaves the package: import it by its name`;
  }
  // A name of the package itself, in the `imports` of its package.json.
  if (from.startsWith('#')) return null;
  if (from.startsWith(SCOPE)) {
    const allowed = typeOnly ? [...layer.ours, ...(layer.oursAsTypes ?? [])] : layer.ours;
    return allowed.some((start) => `${from}/`.startsWith(`${SCOPE}${start}/`)) ? null : `${name} must not import ${from}`;
  }
  if (from.startsWith('node:') || nodeModules.has(from)) return layer.node ? null : `${name} must not import ${from}: it runs anywhere`;
  if (from === 'pg' && !file.startsWith(STORE)) return 'only the store speaks to PostgreSQL';
  const allowed = layer.npm?.some((dependency) => from === dependency || from.startsWith(`${dependency}/`)) ?? true;
  return allowed ? null : `${name} must not import ${from}`;
}

/** Features of one package never import each other: what several need moves down a layer or into a named module. */
export const checkFeatures: Fence = (file) => {
  const own = featureFolders.exec(file.path)?.[1];
  if (own === undefined || isTest(file.path)) return [];
  return importsOf(file.text).flatMap((imported): Fault[] => {
    if (!imported.from.startsWith('.')) return [];
    const other = featureFolders.exec(path.posix.join(path.posix.dirname(file.path), imported.from))?.[1];
    if (other === undefined || other === own) return [];
    return [{ path: file.path, line: imported.line, message: `the feature ${own} must not import the feature ${other}` }];
  });
};

/** SQL is written in the store: nobody else sends a statement, on whatever connection. */
export const checkSql: Fence = (file) => {
  if (!isCode(file.path) || isTest(file.path) || mayQuery.test(file.path)) return [];
  const sent = /\.\s*query\s*(?:\(|<(?![=\s])|\.\s*(?:bind|call|apply)\b)/g;
  return faultsAt(file.path, viewsOf(file.text).code, sent, 'SQL is written in the store');
};

/** The floors of the console, from the ground up. What lies beside them in `src` starts or tests the whole. */
const floors: readonly string[] = ['lib', 'ui', 'features', 'pages', 'app'];
const onFloor = /^packages\/console\/src\/([^/]+)\//;

/** The console imports downwards only: what two floors need lies on the lower one. */
export const checkFloors: Fence = (file) => {
  const own = floors.indexOf(onFloor.exec(file.path)?.[1] ?? '');
  if (own === -1 || isTest(file.path)) return [];
  return importsOf(file.text).flatMap((imported): Fault[] => {
    if (!imported.from.startsWith('.')) return [];
    const other = floors.indexOf(onFloor.exec(path.posix.join(path.posix.dirname(file.path), imported.from))?.[1] ?? '');
    return other > own ? [{ path: file.path, line: imported.line, message: `${floors[own]} must not import from ${floors[other]}` }] : [];
  });
};

/** The kernel's roof and the list it stands on know every slice; a slice that imported them would know every other. */
const ROOF = ['ledger', 'slices'];

export const checkRoof: Fence = (file) => {
  if (!/^packages\/kernel\/src\/[^/]+\//.test(file.path) || isTest(file.path)) return [];
  return importsOf(file.text)
    .filter(({ from }) =>
      ROOF.some(
        (name) =>
          from === `@countinghouse/kernel/${name}` ||
          path.posix.join(path.posix.dirname(file.path), from) === `packages/kernel/src/${name}.ts`,
      ),
    )
    .map(({ line }) => ({ path: file.path, line, message: 'a slice must not import the roof: what it needs of it is handed in' }));
};

/** What the console's kits stand before, and where the kit lies. */
const behindKits: readonly (readonly [pattern: RegExp, kit: string, mayUse: RegExp])[] = [
  [/\buseMutation\b/g, 'useWrite or useAct', /^packages\/console\/src\/lib\//],
  [/\b(?:useGrid|DataGrid)\b/g, 'ListPage or ListGrid', /^packages\/console\/src\/ui\//],
];

/** A screen writes and lists through the kits: there are no two ways. */
export const checkKits: Fence = (file) =>
  !file.path.startsWith('packages/console/src/') || isTest(file.path) || !isCode(file.path)
    ? []
    : behindKits.flatMap(([pattern, kit, mayUse]) =>
        mayUse.test(file.path) ? [] : faultsAt(file.path, viewsOf(file.text).code, pattern, `use ${kit}`),
      );

/** No barrels: a file that only passes on what others export, or an index that passes on anything. */
export const checkBarrels: Fence = (file) => {
  if (!isCode(file.path)) return [];
  const { code } = viewsOf(file.text);
  const reExport = /\bexport\b(?:\s+type)?\s*(?:\*|\{)[^;'"]*?\bfrom\s*['"]/g;
  if (/(?:^|\/)index\.tsx?$/.test(file.path))
    return faultsAt(file.path, code, reExport, 'an index must not re-export: import the module itself');
  const passedOn = code.match(/\bexport\b(?:\s+type)?\s*(?:\*|\{)[^;]*;/g) ?? [];
  const rest = code.replaceAll(/\b(?:import|export)\b(?:\s+type)?\s*(?:[*{'"\w])[^;=(]*;/g, '').trim();
  return passedOn.length > 0 && rest === '' ? [faultOf(file, 'a file must not only re-export: import the module itself')] : [];
};

function faultOf(file: SourceFile, message: string): Fault {
  return { path: file.path, line: 0, message };
}

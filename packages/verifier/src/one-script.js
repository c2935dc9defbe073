// Modules as one script, for a page that has no server to load them from. What stands in them stays as it is; import and export lines alone
// are turned: each module becomes a function of its own, and gives the names that it exports. Other forms than those below are refused.
// @ts-check

import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /^import (?:(\w+)|\{([^}]*)\}) from '([.#][^']+)'(?: with \{ type: 'json' \})?;\n/gm;
const EXPORT = /^export (?=(?:async )?(?:function\*?|class|const) (\w+))/gm;
const EXPORT_LIST = /^export \{([^}]*)\};\n/gm;
/** Left over, it would be no part of a function. */
const MODULE_SYNTAX = /^(?:import|export)\b.*$/m;

/**
 * @param {string} entry path of the module that runs last
 * @param {ReadonlyMap<string, string>} named paths of the modules that are imported by a name, as `#platform`
 * @returns {string} a script of strict mode
 */
export function oneScript(entry, named = new Map()) {
  const root = path.dirname(entry);
  /** @type {Map<string, string>} */
  const done = new Map();
  /** @param {string} file @param {readonly string[]} from */
  const take = (file, from) => {
    if (from.includes(file)) throw new Error(`${file} imports itself by way of others`);
    if (done.has(file)) return file;
    const text = readFileSync(file, 'utf8');
    const nameOf = (/** @type {string} */ target) => JSON.stringify(path.relative(root, target));
    if (file.endsWith('.json')) {
      done.set(file, `modules[${nameOf(file)}] = { default: ${JSON.stringify(JSON.parse(text))} };\n`);
      return file;
    }
    /** @type {string[]} */
    const exported = [];
    const body = text
      .replaceAll(IMPORT, (_line, whole, names, target) => {
        const taken = take(named.get(target) ?? path.join(path.dirname(file), target), [...from, file]);
        return `const ${whole === undefined ? `{${names.replaceAll(' as ', ': ')}}` : `{ default: ${whole} }`} = modules[${nameOf(taken)}];\n`;
      })
      .replaceAll(EXPORT_LIST, (_line, names) => {
        exported.push(...names.split(',').map((/** @type {string} */ name) => name.trim()));
        return '';
      })
      .replaceAll(EXPORT, (_line, name) => {
        exported.push(name);
        return '';
      });
    const left = MODULE_SYNTAX.exec(body);
    if (left !== null) throw new Error(`${file}: “${left[0]}” is in a form that is not understood here`);
    done.set(
      file,
      `// ${path.relative(root, file)}\nmodules[${nameOf(file)}] = (() => {\n${body}return { ${exported.join(', ')} };\n})();\n`,
    );
    return file;
  };
  take(entry, []);
  return `'use strict';\nconst modules = {};\n${[...done.values()].join('\n')}`;
}

// What files and folders are called.
import type { Fault, Fence } from './source.ts';

const TREES = /^(?:packages|tools|test|bench)\//;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PASCAL = /^(?:[A-Z][a-z0-9]*)+$/;
const saysNothing: readonly string[] = ['utils', 'util', 'helpers', 'helper', 'common', 'misc'];

/** Kebab-case, but PascalCase for a file that exports one component and its style sheet; no name that says nothing. */
export const checkNames: Fence = ({ path }) => {
  if (!TREES.test(path)) return [];
  const faults: Fault[] = [];
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const [stem = '', ...endings] = file.split('.');
  const empty = [...folders, stem].find((name) => saysNothing.includes(name));
  if (empty !== undefined) faults.push({ path, line: 0, message: `"${empty}" does not say what is in it` });
  if (!/\.(?:ts|tsx|js|css|sql)$/.test(file)) return faults;
  const isComponent = file.endsWith('.tsx') || file.endsWith('.module.css');
  const wellNamed = KEBAB.test(stem) || (isComponent && PASCAL.test(stem));
  if (!wellNamed || !endings.every((ending) => KEBAB.test(ending))) {
    faults.push({ path, line: 0, message: 'files are named in kebab-case; one that exports one component after it' });
  }
  return faults;
};

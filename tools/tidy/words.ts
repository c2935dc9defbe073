// Words that this code does not use: in the kernel whatever is not arithmetic, everywhere what hides a fault.
import { type Fault, type Fence, faultsAt, isCode, isTest, lineAt, viewsOf } from './source.ts';

const KERNEL = 'packages/kernel/src/';

const kernelBans: readonly { readonly pattern: RegExp; readonly message: string; readonly only?: RegExp; readonly except?: RegExp }[] = [
  { pattern: /\bDate\b/g, message: 'the kernel knows no clock: an instant is an argument' },
  { pattern: /\bMath\s*\.\s*random\b/g, message: 'the kernel knows no chance: an id is an argument' },
  { pattern: /\b(?:async|await|Promise)\b/g, message: 'the kernel never waits' },
  {
    pattern: /\bJSON\s*\.\s*stringify\b/g,
    message: 'only canonical/ turns values into text',
    except: /^packages\/kernel\/src\/canonical\//,
  },
  { pattern: /\bparseFloat\b/g, message: 'no floating point' },
  { pattern: /\bNumber\s*\(/g, message: 'money is never a number', only: /^packages\/kernel\/src\/money\// },
  { pattern: /\.\s*toFixed\b/g, message: 'no floating point' },
  { pattern: /\bIntl\b|\.\s*localeCompare\b/g, message: 'the kernel answers the same everywhere: nothing of the locale' },
  { pattern: /\.\s*(?:sort|toSorted)\s*\(\s*\)/g, message: 'name the order: sort with a comparator' },
];

/** The kernel: no clock, chance, waiting, floating point or locale. Its tests may. */
export const checkKernel: Fence = (file) => {
  if (!file.path.startsWith(KERNEL) || isTest(file.path)) return [];
  const { code } = viewsOf(file.text);
  return kernelBans
    .filter((ban) => (ban.only?.test(file.path) ?? true) && !(ban.except?.test(file.path) ?? false))
    .flatMap((ban) => faultsAt(file.path, code, ban.pattern, ban.message));
};

/** Types: nothing is of any type. */
export const checkTypes: Fence = (file) => {
  if (!isCode(file.path)) return [];
  return faultsAt(file.path, viewsOf(file.text).code, /(?::|\bas|<|\|)\s*any\b(?!\s*[(.:])/g, 'say the type, or unknown');
};

/** Tests: none is skipped or singled out for good. */
export const checkTests: Fence = (file) => {
  if (!isCode(file.path)) return [];
  const pattern = /\b(?:it|test|describe)\s*\.\s*(?:skip|only|todo|fixme)\b(?!\s*=)/g;
  return faultsAt(file.path, viewsOf(file.text).code, pattern, 'a test is run or removed');
};

/** Comments: no promises to finish later, no code. */
export const checkComments: Fence = (file) => {
  if (file.path.endsWith('.sql')) return faultsAt(file.path, file.text, unfinished, 'finish it, or open an issue');
  if (!isCode(file.path) && !file.path.endsWith('.css')) return [];
  const { comments } = viewsOf(file.text);
  return [...faultsAt(file.path, comments, unfinished, 'finish it, or open an issue'), ...findCommentedOutCode(file.path, comments)];
};

const unfinished = /\b(?:TODO|FIXME)\b|\bXXX:/g;

/** Whole lines of comment that read as a statement. Examples in docstrings are welcome, so those are not read. */
function findCommentedOutCode(path: string, comments: string): readonly Fault[] {
  const statements = [
    /^(?:import|export|const|let|var|return|throw|await)\b.*[;{]$/,
    /^(?:if|for|while|switch|function|catch)\b.*\(.*\{$/,
    /^[\w.$[\]]+(?:\(.*\)|\s[-+*|&?]{0,2}=\s.*);$/,
    /^[})\]]+;?$/,
  ];
  const outsideDocstrings = comments.replaceAll(/\/\*\*[\s\S]*?\*\//g, (docstring) => docstring.replaceAll(/[^\n]/g, ' '));
  const lines = /^[ \t]*(?:\/\/|\/\*|\*(?!\/))[ \t]*(.+)$/gm;
  return Array.from(outsideDocstrings.matchAll(lines))
    .filter((match) => statements.some((statement) => statement.test((match[1] ?? '').replace(/\*\/$/, '').trim())))
    .map((match) => ({ path, line: lineAt(comments, match.index), message: 'code in a comment: remove it' }));
}

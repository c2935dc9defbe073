/** Texts that look like an archive and are none: nothing is proven by them. */
export const refused: readonly { readonly name: string; readonly about: string; readonly change: (archive: string) => string }[] = [
  { name: 'byte-order-mark', about: 'A byte order mark.', change: (text) => `\ufeff${text}` },
  { name: 'carriage-returns', about: 'Lines that end with U+000D U+000A.', change: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'last-line-open', about: 'A last line that does not end.', change: (text) => text.slice(0, -1) },
  { name: 'member-twice', about: 'A member twice.', change: (text) => text.replace('{"kind":"head"', '{"kind":"head","kind":"head"') },
  {
    name: 'number-form',
    about: 'A number as 4.0.',
    change: (text) => text.replace('{"kind":"head","seq":4,', '{"kind":"head","seq":4.0,'),
  },
  { name: 'escape-form', about: 'A letter as an escape.', change: (text) => text.replace('"made_at":"now"', '"made_at":"\\u006eow"') },
  { name: 'half-a-letter', about: 'A surrogate alone.', change: (text) => text.replace('"made_at":"now"', '"made_at":"\\ud800"') },
  {
    name: 'decimal-name',
    about: 'A member whose name is a number.',
    change: (text) => text.replace('{"kind":"head"', '{"7":1,"kind":"head"'),
  },
  { name: 'white-space', about: 'White space.', change: (text) => text.replace('{"kind":"head"', '{"kind": "head"') },
  { name: 'unknown-kind', about: 'A kind of line that there is not.', change: (text) => text.replace('"kind":"account"', '"kind":"gift"') },
  {
    name: 'kind-of-every-object',
    about: 'A line of a kind that is no kind, and is the name of a member that every object of ECMAScript has.',
    change: (text) => text.replace('{"kind":"event"', '{"kind":"constructor"}\n{"kind":"event"'),
  },
  {
    name: 'kind-in-a-list',
    about: 'A line whose kind is a list with one name in it.',
    change: (text) => text.replace('"kind":"head"', '"kind":["head"]'),
  },
  { name: 'later-version', about: 'Another version.', change: (text) => text.replace('"version":1', '"version":2') },
  {
    name: 'kinds-in-another-order',
    about: 'An account before the log.',
    change: (text) => {
      const lines = text.trimEnd().split('\n');
      const account = lines.findIndex((line) => line.includes('"kind":"account"'));
      const [moved = ''] = lines.splice(account, 1);
      return `${[...lines.slice(0, 2), moved, ...lines.slice(2)].join('\n')}\n`;
    },
  },
  { name: 'no-end', about: 'No closing line.', change: (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n` },
];

// The planted bugs are changes to sources that go on changing: each must still find the place that it changes.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { planted } from '../test/simulation/planted/bugs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

test.each(planted)('$bug: can be planted', ({ edits }) => {
  for (const { file, find } of edits) expect(readFileSync(path.join(root, file), 'utf8').split(find), `${file}: ${find}`).toHaveLength(2);
});

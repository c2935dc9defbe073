// npm run reference: writes the generated pages of docs/reference.
import { writeFileSync } from 'node:fs';
import { pages } from './pages.ts';

for (const { file, text } of pages()) writeFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), text);

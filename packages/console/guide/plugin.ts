// The guide of docs/guide as a module of the console: `virtual:guide` exports its pages, with pictures as files of the build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { guide } from '../../../docs/guide/pages.ts';
import { readGuidePage } from './read.ts';

const ID = 'virtual:guide';
const RESOLVED = `\0${ID}`;
const fileOf = (path: string): string => fileURLToPath(new URL(`../../../docs/guide/${path}`, import.meta.url));

export const guidePages: Plugin = {
  name: 'guide-pages',
  resolveId: (id) => (id === ID ? RESOLVED : undefined),
  load(id) {
    if (id !== RESOLVED) return undefined;
    const imports: string[] = [];
    const pages = guide.map((name) => {
      const file = fileOf(`${name}.md`);
      this.addWatchFile(file);
      return readGuidePage(name, readFileSync(file, 'utf8'), guide);
    });
    // Where a picture stands, the name of its import does: Vite gives it an address.
    const text = JSON.stringify(pages).replace(/"src":("[^"]+")/g, (_all, src: string) => {
      imports.push(`import image${imports.length} from ${JSON.stringify(`${fileOf(JSON.parse(src) as string)}?url`)};`);
      return `"src":image${imports.length - 1}`;
    });
    return `${imports.join('\n')}\nexport const pages = ${text};\n`;
  },
};

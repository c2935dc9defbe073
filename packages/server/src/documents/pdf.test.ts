import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { DocumentRow, PrintedDocument } from './document.ts';
import { renderPdf } from './pdf.ts';

/** The text of each page: glyphs of each font back to characters, by the font's own table. */
function textOf(pdf: Buffer): readonly string[] {
  const raw = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const m of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(m[1] ?? '', m[2] ?? '');
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const data = Buffer.from(body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream')), 'latin1');
    return (body.includes('FlateDecode') ? inflateSync(data) : data).toString('latin1');
  };
  const tableOf = (fontId: string): readonly string[] => {
    const cmap = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId) ?? '')?.[1] ?? '');
    return [...cmap.matchAll(/\[(<[^\]]*>)\]/g)].flatMap((range) =>
      [...(range[1] ?? '').matchAll(/<([0-9a-f]*)>/gi)].map((c) =>
        Buffer.from(c[1] ?? '', 'hex')
          .swap16()
          .toString('utf16le'),
      ),
    );
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.map((page) => {
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '';
    const fonts = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((m) => [m[1] ?? '', tableOf(m[2] ?? '')]));
    const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '');
    let table: readonly string[] = [];
    let text = '';
    for (const m of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (m[1] !== undefined) table = fonts.get(m[1]) ?? [];
      else {
        const glyphs = [...(m[2] ?? '').matchAll(/<([0-9a-f]*)>/gi)].map((g) => g[1] ?? '').join('');
        text += `${[...glyphs.matchAll(/.{4}/g)].map((g) => table[Number.parseInt(g[0], 16)] ?? '?').join('')}\n`;
      }
    }
    return text;
  });
}

const row = (style: DocumentRow['style'], ...cells: readonly string[]): DocumentRow => ({ style, depth: style === 'plain' ? 1 : 0, cells });
const documentWith = (rows: readonly DocumentRow[], columns = 2): PrintedDocument => ({
  title: 'Trial balance',
  organisation: 'Müller & Söhne Łódź',
  facts: ['Entity GR, Ελληνική Τράπεζα', 'ООО «Ромашка»'],
  tables: [
    {
      heading: 'In EUR',
      columns: Array.from({ length: columns }, (_, i) => ({
        label: i === 0 ? 'Line' : `Day ${i}`,
        align: i === 0 ? 'left' : 'right',
        weight: 1,
      })),
      rows,
    },
  ],
  notes: ['A note.'],
  footer: 'Generated at seq 7',
  createdAt: new Date('2026-06-15T12:00:00Z'),
});

describe('a document as PDF', () => {
  test('says every name as it is written, in Latin, Greek and Cyrillic', async () => {
    const [page = ''] = textOf(await renderPdf(documentWith([row('plain', 'Čeština', '1,234.50 Dr')])));
    for (const text of ['Müller & Söhne Łódź', 'Ελληνική Τράπεζα', 'ООО «Ромашка»', 'Čeština', '1,234.50', 'Dr', 'A note.', 'Page 1 of 1'])
      expect(page.replaceAll('\n', ' ')).toContain(text);
    expect(page).not.toContain('?');
  });
  test('has a figure in parentheses whole', async () => {
    const [page = ''] = textOf(await renderPdf(documentWith([row('plain', 'Clearing', '(36,406.68)'), row('total', 'Sum', '1.00')])));
    expect(page).toContain('(36,406.68\n)\n');
  });
  test('has a figure that is wider than its column whole, on one line', async () => {
    const figures = ['-123,456,789,012.34', '(1,234,567,890,123.45)', '1,234,567,890,123.456 Cr'];
    const [page = ''] = textOf(await renderPdf(documentWith([row('plain', 'Large', ...figures, ...figures, '1.00')], 9)));
    for (const figure of ['-123,456,789,012.34', '(1,234,567,890,123.45\n)', '1,234,567,890,123.456\nCr'])
      expect(page.split(`${figure}\n`)).toHaveLength(3);
  });
  test('breaks a word that is longer than its column, whole and without empty lines', async () => {
    const hash = '4e07408562bedb8b60ce05c1decfe3ad16b722309'.repeat(4);
    const [page = ''] = textOf(await renderPdf(documentWith([row('plain', `${hash} behind it`, '1.00')], 9)));
    const lines = page.split('\n');
    const from = lines.findIndex((line) => line !== '' && hash.startsWith(line));
    const to = lines.findIndex((line) => line.startsWith('behind') || line.endsWith('behind it'));
    const pieces = lines.slice(from, to + 1).map((line) => line.replace(/ ?behind it$/, ''));
    expect(pieces.join('')).toBe(hash);
    const pagesOf = async (text: string): Promise<number> =>
      textOf(
        await renderPdf(
          documentWith(
            Array.from({ length: 40 }, () => row('plain', text, '1.00')),
            9,
          ),
        ),
      ).length;
    expect(await pagesOf(hash)).toBe(await pagesOf(pieces.join(' ')));
  });
  test('repeats the head of its table on every page, says what is continued, and counts the pages', async () => {
    const pages = textOf(await renderPdf(documentWith(Array.from({ length: 120 }, (_, i) => row('plain', `Line number ${i}`, '0.01 Cr')))));
    expect(pages.length).toBeGreaterThan(2);
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('Day 1');
      expect(page.includes('In EUR, continued\n')).toBe(i > 0);
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      expect(page).toContain('Generated at seq 7');
    }
    for (let i = 0; i < 120; i++) expect(pages.filter((page) => page.includes(`Line number ${i}\n`)).length).toBe(1);
  });
  test('lies on its side where there are many columns', async () => {
    const boxOf = async (columns: number): Promise<string> =>
      /\/MediaBox \[0 0 ([\d.]+)/.exec((await renderPdf(documentWith([row('total', 'Sum')], columns))).toString('latin1'))?.[1] ?? '';
    expect(Number(await boxOf(3))).toBeLessThan(600);
    expect(Number(await boxOf(8))).toBeGreaterThan(800);
  });
});

// Documents as PDF: A4, figures below each other, the table's head on every page, page x of y. The fonts are embedded, so that
// names in Latin, Greek and Cyrillic come out wherever it is read.

import { readFileSync } from 'node:fs';
import type Kit from 'pdfkit';
import type { DocumentColumn, DocumentRow, DocumentTable, PrintedDocument } from './document.ts';

type Pdf = InstanceType<typeof Kit>;

const fontFile = (resolved: string): Buffer => readFileSync(new URL(resolved));
let fonts: { readonly regular: Buffer; readonly bold: Buffer } | null = null;

/** Points of an inch/72. */
const MARGIN = 42;
const FOOTER_HEIGHT = 30;
const ROW_PADDING = 3.2;
const SIZE = 8.5;
const INDENT = 11;
const GAP = 8;
/** Where ` Dr` and ` Cr` stand, right of the figure. */
const SIDE_WIDTH = 15;
/** Where the second parenthesis hangs. */
const PARENTHESIS_WIDTH = 3.5;
/** Between the two rules below the last line of a table. */
const DOUBLE_GAP = 1.8;
const COLUMNS_PORTRAIT_MAX = 5;
/** What letters take beside each other can be a little more than what they take alone. */
const FILLED_MAX = 0.99;
/** Shorter ones hardly ever need more than a line, and are measured as a whole. */
const longWord = /\S{20,}/gu;
/** A row takes a millisecond; after so many others have their turn. */
const ROWS_IN_ONE_GO = 8;
const INK = '#1b2130';
const FAINT = '#5a6375';
const LINE = '#c9ced8';
/** Figures of one width each. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

/** Its library is loaded by the first of them. */
export async function renderPdf(document: PrintedDocument): Promise<Buffer> {
  fonts ??= {
    regular: fontFile(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    bold: fontFile(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  };
  const wide = document.tables.some((t) => t.columns.length > COLUMNS_PORTRAIT_MAX);
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: 'A4',
    layout: wide ? 'landscape' : 'portrait',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    lang: 'en',
    info: { Title: document.title, Author: document.organisation, CreationDate: document.createdAt },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  for (const name of ['regular', 'bold']) setPlain(pdf, name);
  drawHead(pdf, document);
  for (const table of document.tables) await drawTable(pdf, table);
  drawNotes(pdf, document.notes);
  drawFooters(pdf, document.footer);
  pdf.end();
  return whole;
}

/** What the library keeps of the font that is set. */
interface FontInUse {
  readonly _font: { readonly font: { layout(text: string, features?: unknown): unknown } };
}

/**
 * Letters do not depend on their neighbours: `->` stays what it is, and words are laid out in half the time. As a feature of each text,
 * which the library has, they would be laid out anew wherever they stand.
 */
function setPlain(pdf: Pdf, name: string): void {
  const { font } = (pdf.font(name) as unknown as FontInUse)._font;
  const layout = font.layout.bind(font);
  font.layout = (text, asked) => layout(text, { tnum: asked !== undefined, calt: false });
}

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;
const bottomOf = (pdf: Pdf): number => pdf.page.height - MARGIN - FOOTER_HEIGHT;

function drawHead(pdf: Pdf, { title, organisation, facts }: PrintedDocument): void {
  pdf
    .font('regular')
    .fontSize(10)
    .fillColor(FAINT)
    .text(organisation, { width: widthOf(pdf) });
  pdf.moveDown(0.15).font('bold').fontSize(17).fillColor(INK).text(title);
  pdf.moveDown(0.25).font('regular').fontSize(9).fillColor(FAINT);
  for (const fact of facts) pdf.text(fact, { width: widthOf(pdf) });
  pdf.moveDown(0.8);
}

interface Slot {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Kept free right of the figures. */
  readonly sideWidth: number;
}

/** A figure and what stands behind it. */
const sided = /^(.*) (Dr|Cr)$/;
const across = /^(\(.*)(\))$/;

function slotsOf(pdf: Pdf, { columns, rows }: DocumentTable): readonly Slot[] {
  const gaps = GAP * (columns.length - 1);
  const unit = (widthOf(pdf) - gaps) / columns.reduce((sum, c) => sum + c.weight, 0);
  let x = MARGIN;
  return columns.map(({ weight, align }: DocumentColumn, i) => {
    const has = (end: RegExp): boolean => align === 'right' && rows.some((row) => end.test(row.cells[i] ?? ''));
    const slot = { x, width: weight * unit, align, sideWidth: has(sided) ? SIDE_WIDTH : has(across) ? PARENTHESIS_WIDTH : 0 };
    x += slot.width + GAP;
    return slot;
  });
}

async function drawTable(pdf: Pdf, table: DocumentTable): Promise<void> {
  const slots = slotsOf(pdf, table);
  const rowHeight = SIZE * 1.21 + 2 * ROW_PADDING;
  if (pdf.y + 5 * rowHeight > bottomOf(pdf)) pdf.addPage();
  drawHeading(pdf, table.heading);
  drawTableHead(pdf, table, slots);
  for (const [i, row] of table.rows.entries()) {
    if (i % ROWS_IN_ONE_GO === ROWS_IN_ONE_GO - 1) await new Promise(setImmediate);
    const height = heightOf(pdf, row, slots);
    if (pdf.y + height > bottomOf(pdf)) {
      pdf.addPage();
      drawHeading(pdf, table.heading === null ? null : `${table.heading}, continued`);
      drawTableHead(pdf, table, slots);
    }
    drawRow(pdf, row, slots, height);
  }
  if (table.rows.at(-1)?.style === 'total') {
    ruleAt(pdf, pdf.y, INK, 0.6);
    ruleAt(pdf, pdf.y + DOUBLE_GAP, INK, 0.6);
  }
  pdf.x = MARGIN;
  pdf.y += 10;
}

function drawHeading(pdf: Pdf, heading: string | null): void {
  if (heading === null) return;
  pdf
    .font('bold')
    .fontSize(10.5)
    .fillColor(INK)
    .text(heading, MARGIN, pdf.y + 6);
  pdf.moveDown(0.35);
}

function drawTableHead(pdf: Pdf, { columns }: DocumentTable, slots: readonly Slot[]): void {
  const top = pdf.y;
  pdf.font('bold').fontSize(7.8).fillColor(FAINT);
  const height = Math.max(...columns.map((c, i) => pdf.heightOfString(c.label, { width: slots[i]?.width ?? 0 })));
  for (const [i, { x, width, align }] of slots.entries()) pdf.text(columns[i]?.label ?? '', x, top, { width, align });
  ruleAt(pdf, top + height + ROW_PADDING, INK, 0.8);
  pdf.y = top + height + ROW_PADDING + 1;
}

const indentOf = (row: DocumentRow): number => row.depth * INDENT;
const fontOf = (row: DocumentRow): string => (row.style === 'plain' ? 'regular' : 'bold');

/** Text wraps; figures never do. */
function heightOf(pdf: Pdf, row: DocumentRow, slots: readonly Slot[]): number {
  pdf.font(fontOf(row)).fontSize(SIZE);
  const texts = row.cells.map((cell, i) => {
    const slot = slots[i];
    return slot === undefined || slot.align === 'right' ? 0 : heightOfText(pdf, cell, slot.width - (i === 0 ? indentOf(row) : 0));
  });
  return Math.max(SIZE * 1.21, ...texts) + 2 * ROW_PADDING;
}

const heightOfText = (pdf: Pdf, text: string, width: number): number => pdf.heightOfString(inPieces(pdf, text, width), { width });

/** A text whose words fit into the room: where one does not, the library would measure each of its beginnings, some milliseconds for a hash. */
function inPieces(pdf: Pdf, text: string, width: number): string {
  // The end of a line is measured with it.
  const room = width * FILLED_MAX - pdf.widthOfString('\n');
  return text.replaceAll(longWord, (word) => {
    let line = '';
    let taken = 0;
    let pieces = '';
    for (const char of word) {
      const needed = pdf.widthOfString(char);
      if (line !== '' && taken + needed > room) {
        pieces += `${line}\n`;
        line = '';
        taken = 0;
      }
      line += char;
      taken += needed;
    }
    return pieces + line;
  });
}

function drawRow(pdf: Pdf, row: DocumentRow, slots: readonly Slot[], height: number): void {
  const top = pdf.y;
  if (row.style === 'total') ruleAt(pdf, top, INK, 0.6);
  pdf.font(fontOf(row)).fontSize(SIZE).fillColor(INK);
  for (const [i, slot] of slots.entries()) {
    const cell = row.cells[i] ?? '';
    if (cell !== '') drawCell(pdf, cell, slot, top + ROW_PADDING, i === 0 ? indentOf(row) : 0);
  }
  if (row.style !== 'section') ruleAt(pdf, top + height, LINE, 0.4);
  pdf.y = top + height;
}

function drawCell(pdf: Pdf, cell: string, { x, width, align, sideWidth }: Slot, y: number, indent: number): void {
  if (align === 'left') {
    pdf.text(inPieces(pdf, cell, width - indent), x + indent, y, { width: width - indent });
    return;
  }
  const isAcross = across.test(cell);
  const [, figure = cell, end] = (isAcross ? across : sided).exec(cell) ?? [];
  const room = width - sideWidth;
  const options = { lineBreak: false, features } as const;
  const needed = pdf.widthOfString(figure, options);
  // Smaller rather than in two lines, of which the second would lie in the row below.
  if (needed > room) pdf.fontSize((SIZE * room) / needed);
  pdf.text(figure, x + room - Math.min(needed, room), y, options);
  pdf.fontSize(SIZE);
  if (end !== undefined) pdf.text(end, x + width - sideWidth + (isAcross ? 0 : 3), y, { lineBreak: false });
}

function ruleAt(pdf: Pdf, y: number, color: string, weight: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(weight)
    .strokeColor(color)
    .stroke();
}

function drawNotes(pdf: Pdf, notes: readonly string[]): void {
  pdf.font('regular').fontSize(7.8).fillColor(FAINT);
  for (const note of notes) pdf.text(note, MARGIN, pdf.y + 2, { width: widthOf(pdf) });
}

/** Once every page is there: only then is it known how many there are. */
function drawFooters(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n++) {
    pdf.switchToPage(start + n);
    // Below the bottom margin text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN - 8;
    ruleAt(pdf, y - 6, LINE, 0.4);
    pdf.font('regular').fontSize(7.5).fillColor(FAINT);
    pdf.text(footer, MARGIN, y, { width: widthOf(pdf) - 80, lineBreak: false });
    pdf.text(`Page ${n + 1} of ${count}`, MARGIN, y, { width: widthOf(pdf), align: 'right', lineBreak: false });
  }
}

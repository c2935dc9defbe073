import { expect, test } from 'vitest';
import { findExcessOfXml } from './xml-bounds.ts';

const bounds = { tags: 40, attributes: 3 };
const LONG = 'a'.repeat(65_537);
const FITS = 'a'.repeat(65_000);

test.each([
  ['tags', '<a/>'.repeat(41), /more than 40 tags/],
  ['attributes', '<a b="" c="" d="" e=""/>', /more than 3 attributes/],
  ['entities', '&amp;'.repeat(1_000_001), /entities/],
  ['namespaces', 'xmlns'.repeat(1_001), /namespaces/],
  ['lines', `<a/>${'\n'.repeat(60_000)}`.repeat(17), /lines/],
  ['lines of carriage returns', `<a/>${'\r'.repeat(60_000)}`.repeat(17), /lines/],
  ['a tag', `<a ${LONG}>`, /characters/],
  ['a text', `<a>${LONG}</a>`, /characters/],
  ['a text without a tag', LONG, /characters/],
  ['a comment', `<a><!--${LONG}--></a>`, /characters/],
  ['a comment of short tags', `<a><!--${'<'.repeat(5)}${LONG}-->`, /characters/],
  ['a comment without an end', `<a><!-- <b> ${LONG}`, /characters/],
  ['all comments', `<!--${FITS}-->`.repeat(17), /comments/],
  ['an instruction', `<?a ${LONG}?><a/>`, /characters/],
  ['a section', `<a><![CDATA[${LONG}]]></a>`, /characters/],
])('too much of %s is found', (_what, text, found) => {
  expect(findExcessOfXml(text, bounds)).toMatch(found);
});
test.each([
  ['nothing', ''],
  ['texts that fit', `<a>${FITS}<b/>${FITS}</a>`],
  ['comments that fit', `<!--${FITS}--><a/><!-- - -->`],
  ['a section with a tag in it', `<a><![CDATA[ <b> ${FITS}]]>${FITS.slice(0, 400)}</a>`],
])('%s may be taken apart', (_what, text) => {
  expect(findExcessOfXml(text, bounds)).toBeNull();
});

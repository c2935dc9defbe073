// Text that is cut is clipped: a box that hides its overflow scrolls when a script or a selection asks it to, and then shows half a word.
import { type Fault, lineAt, type SourceFile } from './source.ts';

/** Rules of style sheets that cut text with an ellipsis and hide what is cut, or are as wide as all of their text in a row of boxes. */
export function checkCutText({ path, text }: SourceFile): readonly Fault[] {
  if (!path.endsWith('.css')) return [];
  return [...text.matchAll(/\{[^{}]*\}/g)].flatMap(({ 0: rule, index }) => {
    if (!rule.includes('text-overflow: ellipsis')) return [];
    const line = lineAt(text, index);
    return [
      ...(rule.includes('overflow: clip;') ? [] : [{ path, line, message: 'clip text that is cut: overflow: clip' }]),
      ...(rule.includes('min-width:') ? [] : [{ path, line, message: 'what is clipped keeps the width of its text: say min-width' }]),
    ];
  });
}

// Opens the palette, and keeps what is typed until its field has the focus: on a slow machine that is some letters later. Nothing that is
// typed meanwhile reaches the screen below.
import { spotlight } from '@mantine/spotlight';

/** What the palette's field is called. */
export const FIELD_LABEL = 'Search or jump to';
/** If the palette has not come by then, it does not come: keys are the screen's again. */
const HELD_FOR_MS = 10_000;

/** What becomes of the words of the field by a key. */
type Edit = (words: string) => string;
let edit: (by: Edit) => void = () => undefined;
let stop: () => void = () => undefined;

/** Says who has the words of the field. Answers how to take that back. */
export function keepTyped(take: (by: Edit) => void): () => void {
  edit = take;
  return () => {
    if (edit === take) edit = () => undefined;
  };
}

const fieldHasFocus = (): boolean => document.activeElement?.getAttribute('aria-label') === FIELD_LABEL;

function hold(): void {
  stop();
  const onKey = (event: KeyboardEvent): void => {
    if (fieldHasFocus() || event.key === 'Escape') {
      stop();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isLetter = [...event.key].length === 1;
    if (!isLetter && event.key !== 'Backspace' && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLetter) edit((words) => words + event.key);
    else if (event.key === 'Backspace') edit((words) => words.slice(0, -1));
  };
  const timer = setTimeout(() => stop(), HELD_FOR_MS);
  window.addEventListener('keydown', onKey, { capture: true });
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
    stop = () => undefined;
  };
}

/** Opens the palette; what is typed from now on is typed into it. */
export function openPalette(): void {
  hold();
  spotlight.open();
}

/** The palette is closed: keys are the screen's again. */
export const letGo = (): void => stop();

// What is not seen at once is drawn after what is, in pieces between which the browser answers whoever types or clicks.
import { useDeferredValue } from 'react';

/** False when its component is drawn for the first time, true from the next time on, which comes of itself once that stands. */
export const useLater = (): boolean => useDeferredValue(true, false);

// What is not seen at once is drawn after what is, in pieces between which the browser answers whoever types or clicks.
import { type ReactNode, useDeferredValue } from 'react';

/** False when its component is drawn for the first time, true from the next time on, which comes of itself once that stands. */
export const useLater = (): boolean => useDeferredValue(true, false);

/** What stands further down: drawn once what is above it stands. Nothing may follow it that is there before. */
export function Later({ children }: { readonly children: ReactNode }): ReactNode {
  return useLater() ? children : null;
}

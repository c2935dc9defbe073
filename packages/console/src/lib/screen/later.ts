// What is not seen at once is drawn after what is, in pieces between which the browser answers whoever types or clicks.
import { type ReactNode, useDeferredValue } from 'react';

/** Draws its children once what it stands in is drawn; one within another, a step later each. Nothing may follow it that is there before. */
export function Later({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null;
}

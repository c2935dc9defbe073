import type { ReactNode } from 'react';
import { useLater } from '../../lib/screen/later.ts';

/** What stands further down: drawn once what is above it stands. Nothing may follow it that is there before. */
export function Later({ children }: { readonly children: ReactNode }): ReactNode {
  return useLater() ? children : null;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statusQuery } from './queries.ts';
import type { View } from './search.ts';

/**
 * The part that is shown: the one that the address names, else the work, or the way in where nothing ever came in. That stays while rows come in: nobody is
 * led away from what they are doing. Null while it is not known.
 */
export function useView(named: View | undefined): View | null {
  const status = useQuery(statusQuery).data;
  const [first, setFirst] = useState<View | null>(null);
  if (first === null && status !== undefined) setFirst(status.updated_at === null ? 'import' : 'match');
  return named ?? first;
}

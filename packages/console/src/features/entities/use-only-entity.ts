import type { Entity } from '@countinghouse/contract/features/entities';
import { useEffect, useRef } from 'react';

interface Loaded {
  readonly entities: readonly Entity[];
  readonly currentId: string | null;
}

/** Switches by itself, once, when there is only one entity to work in. */
export function useOnlyEntity(loaded: Loaded | undefined, switchTo: (id: string) => void, done: () => void): void {
  const acted = useRef(false);
  useEffect(() => {
    if (loaded === undefined || acted.current) return;
    acted.current = true;
    const usable = loaded.entities.filter((e) => e.active);
    const only = usable.length === 1 ? usable[0] : undefined;
    if (only !== undefined && only.id !== loaded.currentId) switchTo(only.id);
    done();
  }, [loaded, switchTo, done]);
}

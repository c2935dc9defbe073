// Of the lists of a screen J and K move in one: the one last pressed or given the focus, else the first.

const lists = new Set<HTMLElement>();
let latest: HTMLElement | null = null;

/** Counts a list among those of the screen, until what it answers is called. */
export function enrolList(list: HTMLElement): () => void {
  const choose = (): void => {
    latest = list;
  };
  lists.add(list);
  list.addEventListener('focusin', choose);
  list.addEventListener('pointerdown', choose);
  return () => {
    lists.delete(list);
    list.removeEventListener('focusin', choose);
    list.removeEventListener('pointerdown', choose);
  };
}

/** Whether J and K are meant for this list. */
export function isCurrentList(list: HTMLElement | null): boolean {
  if (list === null || !lists.has(list)) return false;
  if (latest !== null && lists.has(latest)) return list === latest;
  const comesBefore = (other: HTMLElement): boolean => (list.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return [...lists].every((other) => other === list || comesBefore(other));
}

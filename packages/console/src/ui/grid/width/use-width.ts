import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is, in px, known before it is drawn for the first time: what goes by it does not jump. */
export function useWidth<T extends HTMLElement>(): { readonly ref: RefObject<T | null>; readonly width: number } {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

import { type DragEvent, useState } from 'react';
import classes from './DropZone.module.css';

interface DropZone {
  /** Whether files are wanted now. The browser opens none that is dropped here, wanted or not. */
  readonly allowed?: boolean;
  readonly take: (files: readonly File[]) => void;
}

/** Makes an element a place to drop files on: its class, and what it hears. `take` is given one file at least. */
export function useDropZone({ allowed = true, take }: DropZone) {
  const [over, setOver] = useState(false);
  return {
    className: `${classes['zone']} ${over ? classes['over'] : ''}`,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(allowed);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (allowed && files.length > 0) take(files);
    },
  };
}

// The theme setting: localStorage 'theme' = light | dark | system, as the script in index.html reads it before the first paint.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const KEY = 'theme';

const read = (value: string | null): MantineColorScheme | null => {
  if (value === 'system') return 'auto';
  return value === 'light' || value === 'dark' ? value : null;
};

let onStorage: ((event: StorageEvent) => void) | null = null;

export const colorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    try {
      return read(localStorage.getItem(KEY)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set: (value) => localStorage.setItem(KEY, value === 'auto' ? 'system' : value),
  subscribe(onUpdate) {
    onStorage = (event) => {
      const scheme = event.key === KEY ? read(event.newValue) : null;
      if (scheme !== null) onUpdate(scheme);
    };
    window.addEventListener('storage', onStorage);
  },
  unsubscribe() {
    if (onStorage !== null) window.removeEventListener('storage', onStorage);
    onStorage = null;
  },
  clear: () => localStorage.removeItem(KEY),
};

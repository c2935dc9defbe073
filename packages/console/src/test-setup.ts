// What happy-dom lacks and Mantine needs, and what a test leaves to the next: nothing.
import { notifications } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof window.matchMedia;

globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
} as typeof ResizeObserver;

if (document.fonts === undefined) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  globalThis.fetch = () => Promise.reject(new TypeError('this test serves nothing'));
});
afterEach(() => {
  cleanup();
  // Files share the modules of their worker: a toast would be shown to the next test.
  notifications.clean();
});

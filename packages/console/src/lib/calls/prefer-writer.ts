// The local flag behind 'Retry via writer': while it is set, reads ask for the writer database too.
const KEY = 'prefer-writer';

export const prefersWriter = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
};

export const setPrefersWriter = (prefers: boolean): void => {
  if (prefers) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
};

export function retryViaWriter(): void {
  setPrefersWriter(true);
  window.location.reload();
}

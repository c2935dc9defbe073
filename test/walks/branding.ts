import { branding } from '@countinghouse/contract/features/branding';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: nothing,
    set: { own: () => ({ body: { display_name: 'Other' } }) },
  },
  malformed: [
    {
      title: 'a branding',
      route: branding.set,
      body: () => ({ display_name: 'Acme', logo_url: 'https://example.test/logo.png', primary_color: '#1f48a4', accent_color: '#ffffff' }),
    },
  ],
};

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, serve } from '../../../test-console.tsx';
import { JsonField } from './JsonField.tsx';

test('what is typed as JSON is drawn letter by letter: <= is no other sign', async () => {
  serve({});
  draw(<JsonField label="Spec" value='{"expr":"1 <= 2"}' onChange={() => undefined} />);
  const field = await screen.findByRole('textbox', { name: 'Spec' });
  expect(field.style.fontVariantLigatures).toBe('none');
});

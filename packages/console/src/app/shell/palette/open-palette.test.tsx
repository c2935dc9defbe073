import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { draw, mine, serve } from '../../../test-console.tsx';
import { letGo, openPalette } from './open-palette.ts';
import { Palette } from './Palette.tsx';

afterEach(letGo);

/** A key as it reaches the page; answers whether the screen below would have had it. */
const press = (key: string): boolean => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

test('what is typed before the palette has the focus is in its field, and reaches nothing else', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(
    <>
      <button type="button">Behind it</button>
      <Palette onNewOrganisation={() => undefined} onShortcuts={() => undefined} />
    </>,
  );
  await screen.findByText('Behind it');
  const heard: string[] = [];
  const hear = (event: KeyboardEvent): number => heard.push(event.key);
  document.addEventListener('keydown', hear);
  openPalette();
  expect([...'casx'].map(press)).toEqual([false, false, false, false]);
  for (const key of ['Backspace', 'h', 'Enter']) expect(press(key)).toBe(false);
  const field = (await screen.findByLabelText('Search or jump to', { selector: 'input' })) as HTMLInputElement;
  await expect.poll(() => field.value).toBe('cash');
  await expect.poll(() => document.activeElement === field).toBe(true);
  // From here on the field has its keys itself.
  expect(press('p')).toBe(true);
  expect(heard).toEqual(['p']);
  document.removeEventListener('keydown', hear);
});

import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { StartModal } from './StartModal.tsx';

function Periods() {
  const [ends, setEnds] = useState<readonly string[]>(['2026-08-31']);
  return (
    <>
      <button type="button" onClick={() => setEnds([...ends, '2026-09-30'])}>
        Somebody else starts September
      </button>
      <StartModal opened ends={ends} onClose={() => undefined} onStarted={() => undefined} />
    </>
  );
}

const dayIn = (label: string): string => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value;

test('a close that is being started keeps what was typed when another period comes in, and offers the days after it', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(<Periods />);
  const evidence = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Evidence reference' });
  fireEvent.change(evidence, { target: { value: 'Binder 7' } });
  evidence.focus();
  expect([dayIn('Period start'), dayIn('Period end')]).toEqual(['1 Sep 2026', '30 Sep 2026']);
  fireEvent.click(screen.getByText('Somebody else starts September'));
  expect([dayIn('Period start'), dayIn('Period end')]).toEqual(['1 Oct 2026', '31 Oct 2026']);
  expect(evidence.value).toBe('Binder 7');
  expect(document.activeElement).toBe(evidence);
});

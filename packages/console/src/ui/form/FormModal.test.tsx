import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test-console.tsx';
import { FormModal } from './FormModal.tsx';

test('the form of a dialog is not the one that the dialog was opened from: that one is not sent with it', async () => {
  const [around, within] = [vi.fn(), vi.fn()];
  draw(
    // Stands for a page that is a form, with a dialog in one of its fields.
    <form onSubmit={around}>
      <FormModal
        opened
        title="Register a key"
        submitLabel="Register"
        busy={false}
        onClose={() => undefined}
        onSubmit={(event) => {
          event.preventDefault();
          within();
        }}
      >
        <input aria-label="Label" />
      </FormModal>
    </form>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'laptop{Enter}');
  expect([within.mock.calls.length, around.mock.calls.length]).toEqual([2, 0]);
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MinorUnits } from './MinorUnits.tsx';

test.each([
  ['6508.786333', '6,508 + .786333'],
  ['-29410425.916618', '−29,410,425 − .916618'],
  ['-650', '−650'],
])('%s reads %s: what is below one has the sign of what is whole', (minor, shown) => {
  expect(render(<MinorUnits minor={minor} />).container.textContent).toBe(shown);
});

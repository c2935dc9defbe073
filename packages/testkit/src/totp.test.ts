import { expect, test } from 'vitest';
import { totp, wrongCode } from './totp.ts';

// RFC 6238, appendix B; its codes have eight digits, of which six are the last.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at %i s is that of the RFC', (seconds, code) => {
  expect(totp(secret, seconds * 1000)).toBe(code);
});

test('a wrong code is wrong', () => {
  expect(wrongCode(secret, 1_234_567_890_000)).not.toBe('005924');
});

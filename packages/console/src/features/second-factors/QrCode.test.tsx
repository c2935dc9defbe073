import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { QrCode } from './QrCode.tsx';

const PIXELS_A_MODULE = 4;

test('what is drawn reads as what it was given', () => {
  const text = 'otpauth://totp/Countinghouse:pat%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Countinghouse';
  render(<QrCode text={text} says="QR code" size={200} />);
  const svg = screen.getByRole('img', { name: 'QR code' });
  const modules = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const side = modules * PIXELS_A_MODULE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < PIXELS_A_MODULE; dy++)
      for (let dx = 0; dx < PIXELS_A_MODULE; dx++) {
        const at = ((Number(y) * PIXELS_A_MODULE + dy) * side + Number(x) * PIXELS_A_MODULE + dx) * 4;
        data.fill(0, at, at + 3);
      }
  expect(decodeQR({ width: side, height: side, data })).toBe(text);
});

import { expect, test } from 'vitest';
import { whyNoPasskeys } from './passkey.ts';

test.each(['127.0.0.1', '10.0.0.8', '[::1]'])('no passkey is bound to %s', (hostname) => {
  expect(whyNoPasskeys(hostname)).toMatch(/need an address with a name/);
});

test('a browser that cannot say what it signed is too old', () => {
  expect(whyNoPasskeys('books.example.com')).toMatch(/too old/);
});

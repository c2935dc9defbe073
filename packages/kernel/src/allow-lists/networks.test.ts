import { describe, expect, test } from 'vitest';
import { admitterOf, readNetwork, spellAddress } from './networks.ts';

describe('a network as it is typed in', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7/32 ', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.128/25', '203.0.113.128/25'],
    ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['2001:db8::7/128', '2001:db8::7'],
    ['2001:0db8::/48', '2001:db8::/48'],
    ['2001:db8:0:8000::/49', '2001:db8:0:8000::/49'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('%s is written %s', (typed, network) => {
    expect(readNetwork(typed)).toEqual({ network });
    expect(readNetwork(network)).toEqual({ network });
  });
  test.each([
    ['', 'Use an address or a network'],
    ['office', 'Use an address or a network'],
    ['203.0.113', 'Use an address or a network'],
    ['203.0.113.256', 'Use an address or a network'],
    ['0313.0.0161.7', 'Use an address or a network'],
    ['0xcb007107', 'Use an address or a network'],
    ['203.0.113.7:443', 'Use an address or a network'],
    ['203.0.113.0/24/8', 'Use an address or a network'],
    ['203.0.113.0/', 'from 0 to 32 behind the slash'],
    ['203.0.113.0/33', 'from 0 to 32 behind the slash'],
    ['203.0.113.0/-1', 'from 0 to 32 behind the slash'],
    ['203.0.113.0/024', 'from 0 to 32 behind the slash'],
    ['203.0.113.0/255.255.255.0', 'from 0 to 32 behind the slash'],
    ['2001:db8::/129', 'from 0 to 128 behind the slash'],
    ['::ffff:203.0.113.0/24', 'from 96 to 128 behind the slash'],
    ['fe80::1%eth0', 'Leave out the zone'],
    ['203.0.113.7/24', 'Use 203.0.113.0/24 for the network, or 203.0.113.7 for the one address.'],
    ['2001:db8::7/48', 'Use 2001:db8::/48 for the network, or 2001:db8::7 for the one address.'],
    ['::ffff:203.0.113.7/120', 'Use 203.0.113.0/24 for the network, or 203.0.113.7 for the one address.'],
  ])('%j is refused: %s', (typed, says) => {
    expect(readNetwork(typed)).toEqual({ fault: expect.stringContaining(says) });
  });
});

describe('whom a list lets in', () => {
  const admits = (networks: readonly string[], address: string): boolean =>
    admitterOf(networks.map((network) => ({ network, note: null })))(address);
  test.each<readonly [readonly string[], string, boolean]>([
    [[], '203.0.113.7', true],
    [[], 'unknown', true],
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['203.0.113.128/25'], '203.0.113.127', false],
    [['198.51.100.0/24', '203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['203.0.113.7'], '::ffff:cb00:7107', true],
    [['::/0'], '::ffff:203.0.113.7', false],
    [['::/0'], '203.0.113.7', false],
    [['0.0.0.0/0'], '2001:db8::7', false],
    [['2001:db8::/48'], '2001:db8:0:ffff::1', true],
    [['2001:db8::/48'], '2001:db8:1::1', false],
    [['2001:db8:0:8000::/49'], '2001:db8:0:7fff::1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['0.0.0.0/0', '::/0'], 'unknown', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [['203.0.113.7'], '203.0.113.7:443', false],
    [['10.0.0.1'], '10.1', false],
  ])('%j and %s: %s', (networks, address, admitted) => {
    expect(admits(networks, address)).toBe(admitted);
  });
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8::0:7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', 'unknown'],
])('an address is said in one spelling: %s as %s', (address, said) => {
  expect(spellAddress(address)).toBe(said);
});

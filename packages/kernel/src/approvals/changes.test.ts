import { describe, expect, test } from 'vitest';
import { canonicalize } from '../canonical/jcs.ts';
import type { Command } from '../ledger/commands.ts';
import { toCommand, toPayload } from './changes.ts';
import type { ChangePayload } from './events.ts';

const actor = { kind: 'user', id: 'maker' } as const;
const row = { id: 'r', at: '2026-01-31T00:00:00Z', on: '2026-01-31', amountE8: -5n, line: 1, wordsToken: null };
const statement = {
  id: 's',
  source: 'bank',
  accountId: 'a',
  reference: '7',
  openingE8: 0n,
  closingE8: null,
  fromOn: null,
  toOn: null,
  rows: [row],
};

describe('a command that waits', () => {
  test.each<Command>([
    { type: 'account.set_floor', actor, id: 'a', floorE8: -100n },
    { type: 'account.set_floor', actor, id: 'a', floorE8: null },
    { type: 'fx_rates.import', actor, source: 'ECB', base: 'EUR', days: [{ asofUs: 7n, rates: [['USD', '1.1']] }], fileSha256: 'f' },
    { type: 'recon.import', actor, id: 'i', format: 'json', fileSha256: null, statements: [statement] },
    { type: 'gl_account.use_standard_chart', actor, ids: { '1000': 'one' } },
  ])('reads back from the log as it was given: $type', (command) => {
    const stored = JSON.parse(canonicalize(toPayload(command))) as ChangePayload;
    expect(toCommand(stored)).toEqual(command);
  });
  test('leaves alone what a caller named, whatever it is called', () => {
    const metadata = { priceE8: '5', askedUs: 'today' };
    const command: Command = { type: 'entity.create', actor, id: 'e', code: 'E', name: 'E', baseCurrency: 'USD', metadata };
    expect(toCommand(JSON.parse(canonicalize(toPayload(command))) as ChangePayload)).toEqual(command);
  });
  test('says who was given the secret of the key, where there is somebody', () => {
    const command: Command = { type: 'currency.allow', actor, code: 'CHF' };
    expect(toPayload(command)).toEqual({ command: 'currency.allow', maker_id: 'maker', fields: { code: 'CHF' } });
    expect(toPayload(command, ['p']).key_holders).toEqual(['p']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import index from '../../../../../../vectors/receipts/index.json' with { type: 'json' };
import { checkReceipt, NotUnderstood, readTrust, rowsOf } from './check.ts';

const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(`../../../../../../vectors/receipts/${file}`, import.meta.url)));
const key = JSON.stringify(index.key);
const policy = index.receipts.find(({ file }) => file === 'cosigned.cose')?.policy ?? expect.fail('a policy');
const vkeys = policy.split('\n').flatMap((line) => /^witness \S+ (\S+)$/.exec(line)?.[1] ?? []);

describe('whom the reader trusts', () => {
  const faultOf = (keyText: string, policyText: string) => {
    try {
      readTrust(keyText, policyText);
      return 'none';
    } catch (error) {
      return error instanceof NotUnderstood ? `${error.field}: ${error.message}` : String(error);
    }
  };
  test('is nobody, where nothing was given', () => {
    expect(readTrust(' ', '\n')).toEqual({ keys: null, policy: null });
  });
  test('may be said by keys in their usual forms, and by the logs of a policy', () => {
    expect(readTrust(key, '').keys).toHaveLength(1);
    expect(readTrust('x'.repeat(43), '').keys).toEqual([{ kid: null, thumbprint: 'x'.repeat(43), key: null }]);
    expect(readTrust(key, policy)).toMatchObject({ keys: [{}], policy: { quorum: 'some' } });
  });
  test('what is none is told beside its field', () => {
    expect(faultOf('no key', '')).toMatch(/^key: Give a thumbprint/);
    expect(faultOf('', 'somebody')).toMatch(/^policy: This is neither a policy nor keys of witnesses: line 1/);
    expect(faultOf('', policy.replace(/^quorum.*$/m, ''))).toMatch(/^policy: The policy has no line “quorum”/);
    expect(faultOf('', `${vkeys[0]}\n${vkeys[0]}`)).toContain('this key is there twice');
  });
});

describe('a receipt', () => {
  const check = (file: string, keyText: string, policyText: string) => checkReceipt(bytesOf(file), readTrust(keyText, policyText));
  test.each(['cosigned.tlog-proof', 'cosigned.cose'])('%s is judged by the policy: two of three cosigned it', async (file) => {
    expect(await check(file, '', '')).toMatchObject({ fault: null, isProven: false, demanded: null });
    expect(await check(file, key, policy)).toMatchObject({
      fault: null,
      isProven: true,
      demanded: '2 of w1, w2, w3',
      receipt: { witnesses: [{ name: 'w1' }, { name: 'w2' }] },
    });
    // Keys alone demand all of them.
    expect(await check(file, key, vkeys.slice(0, 2).join('\n'))).toMatchObject({ fault: null, demanded: '2 of key-1, key-2' });
    expect(await check(file, key, vkeys.join('\n'))).toMatchObject({
      fault: { code: 'quorum', message: expect.stringContaining('only key-1, key-2 cosigned it') },
    });
  });
  test('names the accounts of its rows as the request did', async () => {
    const checked = await check('sound.cose', key, '');
    const { receipt } = checked.fault === null ? checked : expect.fail(checked.fault.message);
    const [row = expect.fail('a row')] = rowsOf(receipt);
    expect([row.debitName, row.creditName]).toEqual([row.debit_account_id, row.credit_account_id]);
    const { amount, currency, narrative } = row;
    const asked = { debitAccount: 'CASH', creditAccount: 'BANK', amount: `-${amount}`, currency, narrative };
    const namesFor = (action: unknown) =>
      rowsOf({ ...receipt, request: { proposed_actions: [action] } }).map(({ debitName, creditName }) => [debitName, creditName]);
    expect(namesFor(asked)).toEqual([['BANK', 'CASH']]);
    // Words of a request for something else are none of these rows.
    const ids = [[row.debit_account_id, row.credit_account_id]];
    for (const action of [{ ...asked, amount: '-1' }, { ...asked, amount: 1 }, null]) expect(namesFor(action)).toEqual(ids);
  });
});

// A receipt that travels, checked in this browser by the verifier's own modules: docs/reference/receipt-format.md. No server is asked.
import { areAsAsked } from '@countinghouse/verifier/asked';
import { type GivenKey, keysOfPolicy, parseGivenKeys } from '@countinghouse/verifier/given-keys';
import { NoPolicy, type Policy, parsePolicy, quorumText } from '@countinghouse/verifier/policy';
import { type ProvenReceipt, type ReceiptFault, verifyReceipt } from '@countinghouse/verifier/receipt';

/** Bytes of a file that may be a receipt: an intent has 1 MB at most, and base64 adds a third. */
export const RECEIPT_BYTES_MAX = 2 * 1024 * 1024;

/** Whom the reader trusts, as they gave it. */
export interface Trust {
  /** null: none was given. */
  readonly keys: readonly GivenKey[] | null;
  readonly policy: Policy | null;
}

export type CheckedReceipt =
  | { readonly fault: ReceiptFault }
  | {
      readonly fault: null;
      readonly receipt: ProvenReceipt;
      /** By keys that the reader gave, not by those that the receipt brings. */
      readonly isProven: boolean;
      /** Which cosignatures the reader's policy demands, in words; null where they gave none. */
      readonly demanded: string | null;
    };

/** Why a text is not taken, for the field that it stands in. */
export class NotUnderstood extends Error {
  readonly field: 'key' | 'policy';

  constructor(field: 'key' | 'policy', message: string) {
    super(message);
    this.field = field;
  }
}

/** Keys as `--key` of the verifier takes them, and a policy; the logs that a policy names are keys too. Throws NotUnderstood. */
export function readTrust(keyText: string, policyText: string): Trust {
  const given = keyText.trim() === '' ? [] : parseGivenKeys(keyText);
  if (typeof given === 'string') throw new NotUnderstood('key', 'Give a thumbprint, a JWK, a JWK set or PEM of an Ed25519 key.');
  const policy = policyText.trim() === '' ? null : readPolicy(policyText);
  const keys = [...given, ...(policy === null ? [] : keysOfPolicy(policy))];
  return { keys: keys.length === 0 ? null : keys, policy };
}

/** A C2SP tlog-policy; keys of witnesses alone, a line each, demand all of them. */
function readPolicy(text: string): Policy {
  const lines = text.split('\n').map((line) => line.trim());
  const vkeys = lines.filter((line) => /^[^\s+]+\+[0-9a-f]{8}\+\S+$/.test(line));
  const isKeysAlone = vkeys.length > 0 && vkeys.length === lines.filter((line) => line !== '').length;
  const names = vkeys.map((_, i) => `key-${i + 1}`);
  const named = vkeys.map((vkey, i) => `witness ${names[i]} ${vkey}\n`).join('');
  try {
    const policy = parsePolicy(isKeysAlone ? `${named}group all-given all ${names.join(' ')}\nquorum all-given\n` : text);
    if (policy.quorum === null)
      throw new NotUnderstood('policy', 'The policy has no line “quorum”, so it does not say how many witnesses it demands.');
    return policy;
  } catch (error) {
    if (error instanceof NoPolicy) throw new NotUnderstood('policy', `This is neither a policy nor keys of witnesses: ${error.message}.`);
    throw error;
  }
}

export async function checkReceipt(bytes: Uint8Array, { keys, policy }: Trust): Promise<CheckedReceipt> {
  const { proven, fault } = await verifyReceipt(bytes, keys, policy);
  if (fault !== null) return { fault };
  return { fault: null, receipt: proven, isProven: keys !== null, demanded: policy === null ? null : quorumText(policy) };
}

/** A row as it was posted, and how its request named the accounts. */
export interface ReceiptRow {
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
  readonly value_date: string;
  readonly debit_account_id: string;
  readonly credit_account_id: string;
  readonly narrative: string | null;
  readonly debitName: string;
  readonly creditName: string;
}

interface AskedRow {
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amount: string;
}

/** The rows that were posted; what is asked for with an amount below zero is posted the other way round. Where other rows were posted, their accounts are called by id. */
export function rowsOf({ rows, request }: ProvenReceipt): readonly ReceiptRow[] {
  const isAsAsked = request !== null && areAsAsked(request, rows, () => {});
  const asked = ((isAsAsked ? request['proposed_actions'] : null) ?? []) as readonly AskedRow[];
  return (rows as unknown as readonly Omit<ReceiptRow, 'debitName' | 'creditName'>[]).map((row) => {
    const { debitAccount, creditAccount, amount } = asked[row.line - 1] ?? {
      debitAccount: row.debit_account_id,
      creditAccount: row.credit_account_id,
      amount: '',
    };
    const names = [debitAccount, creditAccount];
    const [debitName = '', creditName = ''] = amount.startsWith('-') ? names.toReversed() : names;
    return { ...row, debitName, creditName };
  });
}

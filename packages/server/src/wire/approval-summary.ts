// What an approval is about, in few words, for a list.

import { formatDecimal } from '@countinghouse/kernel/money/amount';
import { dateOf } from '@countinghouse/kernel/time/instant';
import type { ApprovalRow } from '@countinghouse/store/features/approvals/reads';

export function summaryOfRows({ debit, credit, narrative, rows }: NonNullable<ApprovalRow['first_row']>): string {
  // A void moves nothing: what it lets go of stands in the payload.
  if (rows === 0) return 'lets go of a hold';
  const more = rows > 1 ? ` and ${rows - 1} more` : '';
  return `${narrative === '' ? '' : `${narrative} · `}${debit} from ${credit}${more}`;
}

/** Of the commands that may rest (`approvals/changes.ts` of the kernel); of any other what it says, by name. */
export function summaryOf(command: string, fields: Readonly<Record<string, unknown>>, nameOf: (userId: string) => string): string {
  const say = (name: string): string => String(fields[name] ?? 'none');
  const person = nameOf(say('userId'));
  switch (command) {
    case 'four_eyes.set':
      return fields['on'] === true ? 'on' : 'off';
    case 'member.add':
    case 'member.change_role':
      return `${person} becomes ${say('role')}`;
    case 'service_account.create':
      return `${say('name')} becomes ${say('role')}`;
    case 'service_account.change_role':
      return `${nameOf(say('id'))} becomes ${say('role')}`;
    case 'member.remove':
      return `${person} leaves`;
    case 'entity_member.set':
      return `${person} becomes ${say('role').replaceAll('_', ' ')}`;
    case 'limit.set':
      return `${say('key')} becomes ${say('value')}`;
    case 'posting_defaults.change':
      return 'what API keys may leave out';
    case 'allow_list.change':
      return 'from where calls are taken';
    case 'account.set_floor':
      return `the floor becomes ${fields['floorE8'] === null ? 'none' : formatDecimal(BigInt(say('floorE8')), 0)}`;
    case 'control.register':
    case 'witness.add':
      return say('name');
    case 'period.reopen':
      return `${say('start')} – ${say('end')} · ${say('reason')}`;
    default:
      return tellingOf(fields).join(', ').slice(0, SUMMARY_LENGTH_MAX);
  }
}

const SUMMARY_LENGTH_MAX = 120;
const isId = (value: string): boolean => /^[0-9a-f]{8}-|^[0-9a-f]{64}$/.test(value);

/** Of what a command says, what tells somebody something: names, codes and figures; no ids, hashes or parts of parts. */
const tellingOf = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (name.endsWith('E8') && typeof value === 'string') return [formatDecimal(BigInt(value), 0)];
    if (name.endsWith('Us') && typeof value === 'string') return [dateOf(BigInt(value))];
    // Of what has parts, their names.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.keys(value);
    return typeof value === 'string' && value !== '' && !isId(value) ? [value] : [];
  });

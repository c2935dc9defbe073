// The one map of states: an icon, a word and a colour for each, so that a state looks the same wherever it is met.
import {
  type Icon,
  IconAlertTriangle,
  IconAnchor,
  IconCamera,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCopyCheck,
  IconEye,
  IconHourglass,
  IconLock,
  IconPlayerPause,
  IconPlayerStop,
  IconQuestionMark,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react';

interface StatusEntry {
  readonly word: string;
  readonly color: string;
  readonly icon: Icon;
}

const map = {
  // Intents (specification §4). What waits for a person is orange.
  proposed: { word: 'proposed', color: 'orange', icon: IconClock },
  validated: { word: 'validated', color: 'cyan', icon: IconShieldCheck },
  executed: { word: 'executed', color: 'teal', icon: IconCircleCheck },
  rejected: { word: 'rejected', color: 'red', icon: IconCircleX },
  unknown: { word: 'unknown', color: 'gray', icon: IconQuestionMark },
  duplicate: { word: 'duplicate', color: 'orange', icon: IconCopyCheck },
  // Approvals.
  pending: { word: 'pending', color: 'orange', icon: IconClock },
  approved: { word: 'approved', color: 'teal', icon: IconCircleCheck },
  held: { word: 'held', color: 'orange', icon: IconClock },
  // Holds.
  open: { word: 'open', color: 'blue', icon: IconHourglass },
  captured: { word: 'captured', color: 'teal', icon: IconCircleCheck },
  voided: { word: 'voided', color: 'gray', icon: IconCircleX },
  expired: { word: 'expired', color: 'orange', icon: IconClock },
  // Statement rows.
  matched: { word: 'matched', color: 'teal', icon: IconCircleCheck },
  unmatched: { word: 'unmatched', color: 'orange', icon: IconClock },
  exception: { word: 'exception', color: 'blue', icon: IconEye },
  reconciled: { word: 'reconciled', color: 'teal', icon: IconCircleCheck },
  differs: { word: 'differs', color: 'red', icon: IconAlertTriangle },
  // Settings.
  on: { word: 'on', color: 'teal', icon: IconShieldCheck },
  off: { word: 'off', color: 'gray', icon: IconPlayerStop },
  // Organisations.
  active: { word: 'Active', color: 'teal', icon: IconCircleCheck },
  readOnly: { word: 'Read-only', color: 'orange', icon: IconEye },
  deactivated: { word: 'Deactivated', color: 'gray', icon: IconLock },
  // Accounts.
  closed: { word: 'Closed', color: 'gray', icon: IconLock },
  // Recurring intents and imports.
  paused: { word: 'Paused', color: 'orange', icon: IconPlayerPause },
  ended: { word: 'Ended', color: 'gray', icon: IconPlayerStop },
  ready: { word: 'ready', color: 'teal', icon: IconCircleCheck },
  invalid: { word: 'invalid', color: 'red', icon: IconAlertTriangle },
  checked: { word: 'Checked', color: 'blue', icon: IconEye },
  posting: { word: 'Posting', color: 'cyan', icon: IconClock },
  done: { word: 'Done', color: 'teal', icon: IconCircleCheck },
  // Fiscal years.
  running: { word: 'running', color: 'gray', icon: IconClock },
  // Accounting periods.
  closing: { word: 'closing', color: 'blue', icon: IconHourglass },
  locked: { word: 'locked', color: 'grape', icon: IconLock },
  published: { word: 'published', color: 'teal', icon: IconCircleCheck },
  // Anchors.
  unanchored: { word: 'Pending', color: 'blue', icon: IconHourglass },
  anchored: { word: 'Anchored', color: 'teal', icon: IconAnchor },
  // Destinations of the audit export.
  upToDate: { word: 'up to date', color: 'teal', icon: IconCircleCheck },
  sending: { word: 'sending', color: 'cyan', icon: IconClock },
  retrying: { word: 'trying again', color: 'orange', icon: IconClock },
  stopped: { word: 'stopped', color: 'red', icon: IconPlayerStop },
  // Deliveries to webhook endpoints.
  taken: { word: 'taken', color: 'teal', icon: IconCircleCheck },
  refused: { word: 'refused', color: 'red', icon: IconCircleX },
  notTaken: { word: 'not taken', color: 'orange', icon: IconClock },
  // What a policy says.
  allows: { word: 'allows', color: 'teal', icon: IconCircleCheck },
  refuses: { word: 'refuses', color: 'red', icon: IconCircleX },
  // Signing keys.
  ACTIVE: { word: 'ACTIVE', color: 'teal', icon: IconCircleCheck },
  SUNSETTING: { word: 'SUNSETTING', color: 'orange', icon: IconClock },
  revoked: { word: 'revoked', color: 'red', icon: IconCircleX },
  // Sign-ins.
  signed_in: { word: 'signed in', color: 'teal', icon: IconCircleCheck },
  wrong_password: { word: 'wrong password', color: 'red', icon: IconCircleX },
  wrong_code: { word: 'wrong code', color: 'red', icon: IconCircleX },
  wrong_passkey: { word: 'passkey refused', color: 'red', icon: IconCircleX },
  not_admitted: { word: 'company sign-in refused', color: 'red', icon: IconCircleX },
  barred: { word: 'held up', color: 'orange', icon: IconLock },
  // Kernel health.
  nominal: { word: 'Nominal', color: 'teal', icon: IconCircleCheck },
  attention: { word: 'Attention', color: 'red', icon: IconAlertTriangle },
  // Service levels.
  healthy: { word: 'Healthy', color: 'teal', icon: IconCircleCheck },
  kept: { word: 'on target', color: 'teal', icon: IconCircleCheck },
  missed: { word: 'off target', color: 'red', icon: IconAlertTriangle },
  // Limits.
  notLimited: { word: 'no limit', color: 'gray', icon: IconCircleX },
  // Controls.
  passed: { word: 'passed', color: 'teal', icon: IconCircleCheck },
  failed: { word: 'failed', color: 'red', icon: IconCircleX },
  later: { word: 'up to date', color: 'teal', icon: IconCircleCheck },
  due: { word: 'due', color: 'orange', icon: IconClock },
  overdue: { word: 'overdue', color: 'red', icon: IconAlertTriangle },
  retired: { word: 'retired', color: 'gray', icon: IconLock },
  policy: { word: 'policy', color: 'grape', icon: IconShieldCheck },
  control: { word: 'control', color: 'blue', icon: IconEye },
  // Snapshot kinds.
  reference: { word: 'reference', color: 'gray', icon: IconCamera },
  fx: { word: 'FX', color: 'blue', icon: IconCamera },
  config: { word: 'config', color: 'grape', icon: IconSettings },
} as const satisfies Readonly<Record<string, StatusEntry>>;

export type Status = keyof typeof map;

/** `not_taken` as `Not taken`; `fx`, as everywhere, in capitals. */
export const sentenceCase = (word: string): string =>
  word === 'fx' ? 'FX' : `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');

export const statusOf = (status: Status): StatusEntry => map[status];

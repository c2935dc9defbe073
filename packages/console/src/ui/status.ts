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
  // Intents (specification §4).
  proposed: { word: 'proposed', color: 'blue', icon: IconClock },
  validated: { word: 'validated', color: 'cyan', icon: IconShieldCheck },
  executed: { word: 'executed', color: 'teal', icon: IconCircleCheck },
  rejected: { word: 'rejected', color: 'red', icon: IconCircleX },
  unknown: { word: 'unknown', color: 'gray', icon: IconQuestionMark },
  duplicate: { word: 'duplicate', color: 'orange', icon: IconCopyCheck },
  // Holds.
  open: { word: 'open', color: 'blue', icon: IconHourglass },
  captured: { word: 'captured', color: 'teal', icon: IconCircleCheck },
  voided: { word: 'voided', color: 'gray', icon: IconCircleX },
  expired: { word: 'expired', color: 'orange', icon: IconClock },
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
  // Accounting periods.
  closing: { word: 'closing', color: 'blue', icon: IconHourglass },
  locked: { word: 'locked', color: 'grape', icon: IconLock },
  published: { word: 'published', color: 'teal', icon: IconCircleCheck },
  // Anchors.
  pending: { word: 'Pending', color: 'blue', icon: IconHourglass },
  anchored: { word: 'Anchored', color: 'teal', icon: IconAnchor },
  // Kernel health.
  nominal: { word: 'Nominal', color: 'teal', icon: IconCircleCheck },
  attention: { word: 'Attention', color: 'red', icon: IconAlertTriangle },
  // Snapshot kinds.
  reference: { word: 'reference', color: 'gray', icon: IconCamera },
  fx: { word: 'fx', color: 'blue', icon: IconCamera },
  config: { word: 'config', color: 'grape', icon: IconSettings },
} as const satisfies Readonly<Record<string, StatusEntry>>;

export type Status = keyof typeof map;

export const statusOf = (status: Status): StatusEntry => map[status];

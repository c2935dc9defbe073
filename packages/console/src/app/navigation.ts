// The census of screens: menu, palette, breadcrumbs, titles and G-shortcuts are all read from this one table.
// A screen that is not built is not in it. Sections and order: specification §2.
import type { Capability } from '@countinghouse/contract/permissions';
import {
  type Icon,
  IconActivityHeartbeat,
  IconAddressBook,
  IconAlertOctagon,
  IconAnchor,
  IconApi,
  IconArchive,
  IconArrowsExchange,
  IconArrowsExchange2,
  IconBook2,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarCheck,
  IconCalendarTime,
  IconCamera,
  IconChartLine,
  IconChecklist,
  IconClipboardCheck,
  IconCoins,
  IconFileCheck,
  IconFileImport,
  IconGauge,
  IconGavel,
  IconHourglass,
  IconIdBadge2,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconListTree,
  IconPalette,
  IconPencilPlus,
  IconPercentage,
  IconRepeat,
  IconReportAnalytics,
  IconScale,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconStethoscope,
  IconSum,
  IconTemplate,
  IconTools,
  IconUserShield,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { paths } from '../lib/screen/paths.ts';

export type Section = 'Overview' | 'Ledger' | 'Governance' | 'Operations' | 'Settings';

interface Place {
  readonly section: Section;
  readonly title: string;
  readonly path: (typeof paths)[keyof typeof paths];
  /** What the role must have to see it; none: every member. */
  readonly capability?: Exclude<Capability, 'tenant:auditor'>;
}

export interface Screen extends Place {
  readonly icon: Icon;
  /** The second key of the sequence that begins with G; there are more screens than letters. */
  readonly key?: string;
}

export const screens: readonly Screen[] = [
  { section: 'Overview', title: 'Organisation overview', path: paths.overview, icon: IconLayoutDashboard, key: 'O' },
  { section: 'Overview', title: 'Kernel Health', path: paths.health, icon: IconActivityHeartbeat, key: 'H' },
  { section: 'Overview', title: 'Performance & SLOs', path: paths.performance, icon: IconChartLine },
  { section: 'Ledger', title: 'Signed intents log', path: paths.intents, icon: IconFileCheck, key: 'I' },
  { section: 'Ledger', title: 'Holds', path: paths.holds, icon: IconHourglass },
  { section: 'Ledger', title: 'Post Kernel Intent', path: paths.postIntent, icon: IconPencilPlus, key: 'P' },
  { section: 'Ledger', title: 'Intent templates', path: paths.templates, icon: IconTemplate, key: '3' },
  { section: 'Ledger', title: 'Recurring intents', path: paths.schedules, icon: IconRepeat, key: 'J' },
  { section: 'Ledger', title: 'Imports', path: paths.imports, icon: IconFileImport, key: 'N' },
  { section: 'Ledger', title: 'Accounts & Balances', path: paths.balances, icon: IconScale, key: 'B' },
  { section: 'Ledger', title: 'Ledger hub', path: paths.ledger, icon: IconBook2, key: 'L' },
  { section: 'Ledger', title: 'Ledger accounts', path: paths.accounts, icon: IconWallet, key: 'A' },
  { section: 'Ledger', title: 'Ledger FX overrides', path: paths.fx, icon: IconArrowsExchange, key: 'F' },
  { section: 'Ledger', title: 'Chart of accounts', path: paths.glAccounts, icon: IconListTree, key: 'C' },
  { section: 'Ledger', title: 'Financial reports', path: paths.reports, icon: IconReportAnalytics, key: '1' },
  { section: 'Ledger', title: 'Balances by GL', path: paths.balancesByGl, icon: IconSum, key: '2' },
  { section: 'Ledger', title: 'Events stream', path: paths.events, icon: IconLink, key: 'E' },
  { section: 'Ledger', title: 'Snapshots', path: paths.snapshots, icon: IconCamera, key: 'S' },
  { section: 'Ledger', title: 'Evidence vault', path: paths.evidence, icon: IconArchive },
  { section: 'Ledger', title: 'Policy hooks', path: paths.policies, icon: IconGavel },
  { section: 'Ledger', title: 'Period close', path: paths.periodClose, icon: IconCalendarCheck, key: 'K' },
  { section: 'Ledger', title: 'Audit trail', path: paths.audit, icon: IconAnchor },
  { section: 'Governance', title: 'Parties directory', path: paths.parties, icon: IconAddressBook, key: 'D' },
  { section: 'Governance', title: 'Entities', path: paths.entities, icon: IconBuildingCommunity, key: 'T' },
  { section: 'Governance', title: 'Risk & reconciliation', path: paths.riskRecon, icon: IconArrowsExchange2 },
  { section: 'Governance', title: 'Privacy (PII & keys)', path: paths.privacy, icon: IconUserShield },
  { section: 'Governance', title: 'Security posture', path: paths.securityPosture, icon: IconShieldCheck, key: '7' },
  { section: 'Governance', title: 'Client portal', path: paths.portal, icon: IconBuildingStore, key: 'W' },
  { section: 'Operations', title: 'Admin hub', path: paths.admin, icon: IconTools, capability: 'tenant:admin', key: 'M' },
  { section: 'Operations', title: 'Admin settings', path: paths.adminSettings, icon: IconSettings, capability: 'tenant:admin', key: 'X' },
  { section: 'Operations', title: 'Branding', path: paths.branding, icon: IconPalette, capability: 'tenant:admin', key: 'R' },
  { section: 'Operations', title: 'Tenant currencies', path: paths.currencies, icon: IconCoins, capability: 'tenant:admin', key: 'U' },
  { section: 'Operations', title: 'Accounting periods', path: paths.periods, icon: IconCalendarTime, capability: 'tenant:admin', key: '4' },
  { section: 'Operations', title: 'Approvals queue', path: paths.approvals, icon: IconChecklist, capability: 'tenant:admin', key: '0' },
  { section: 'Operations', title: 'Limits', path: paths.adminLimits, icon: IconGauge, capability: 'tenant:admin' },
  { section: 'Operations', title: 'Audit export', path: paths.auditExport, icon: IconSend, capability: 'tenant:admin' },
  {
    section: 'Operations',
    title: 'Reconciliation',
    path: paths.adminRiskRecon,
    icon: IconArrowsExchange2,
    capability: 'tenant:admin',
  },
  { section: 'Operations', title: 'Compliance controls', path: paths.compliance, icon: IconClipboardCheck, capability: 'tenant:admin' },
  {
    section: 'Operations',
    title: 'Auth diagnostics',
    path: paths.diagnostics,
    icon: IconStethoscope,
    capability: 'tenant:admin',
    key: 'Q',
  },
  { section: 'Settings', title: 'Organisation profile', path: paths.profile, icon: IconIdBadge2, key: 'Y' },
  { section: 'Settings', title: 'People', path: paths.people, icon: IconUsers, capability: 'tenant:owner', key: 'V' },
  { section: 'Settings', title: 'Interest', path: paths.interest, icon: IconPercentage, capability: 'tenant:owner', key: '5' },
  { section: 'Settings', title: 'Risk & limits', path: paths.limits, icon: IconGauge, capability: 'tenant:owner' },
  { section: 'Settings', title: 'Security & privacy', path: paths.security, icon: IconShieldLock, capability: 'tenant:owner', key: '8' },
  { section: 'Settings', title: 'Signing keys', path: paths.signingKeys, icon: IconKey, capability: 'tenant:owner', key: '9' },
  { section: 'Settings', title: 'API keys', path: paths.apiKeys, icon: IconApi, capability: 'tenant:owner' },
  { section: 'Settings', title: 'Danger zone', path: paths.danger, icon: IconAlertOctagon, capability: 'tenant:owner', key: 'Z' },
];

/** A screen that is reached from another one and is not in the menu. */
interface InnerScreen extends Place {
  readonly parent: Screen['path'];
  /** Makes sense without a row that it is of: the palette offers it. */
  readonly standsAlone?: true;
}

export const innerScreens: readonly InnerScreen[] = [
  { section: 'Overview', title: 'Guide', path: paths.guide, parent: paths.overview, standsAlone: true },
  { section: 'Overview', title: 'Account security', path: paths.accountSecurity, parent: paths.overview, standsAlone: true },
  { section: 'Ledger', title: 'Trial balance', path: paths.trialBalance, parent: paths.reports, standsAlone: true },
  { section: 'Ledger', title: 'Balance sheet', path: paths.balanceSheet, parent: paths.reports, standsAlone: true },
  { section: 'Ledger', title: 'Income statement', path: paths.incomeStatement, parent: paths.reports, standsAlone: true },
  { section: 'Ledger', title: 'Cash position', path: paths.cashPosition, parent: paths.reports, standsAlone: true },
  { section: 'Ledger', title: 'Revaluation', path: paths.revaluation, parent: paths.periodClose },
  { section: 'Ledger', title: 'Close the year', path: paths.yearEnd, parent: paths.periodClose, standsAlone: true },
  { section: 'Ledger', title: 'Import', path: paths.import, parent: paths.imports },
  { section: 'Ledger', title: 'Account', path: paths.account, parent: paths.accounts },
  { section: 'Ledger', title: 'Interest of an account', path: paths.accountInterest, parent: paths.accounts },
  { section: 'Ledger', title: 'Intent', path: paths.intent, parent: paths.intents },
  // Whoever made what waits may look at it, and withdraw it, whatever their role.
  { section: 'Operations', title: 'Approval', path: paths.approval, parent: paths.approvals },
  { section: 'Governance', title: 'Risk & reconciliation', path: paths.adminRecon, parent: paths.riskRecon },
  { section: 'Governance', title: 'Create party', path: paths.newParty, parent: paths.parties },
  { section: 'Governance', title: 'Party', path: paths.partyDetail, parent: paths.parties },
  { section: 'Governance', title: 'Party', path: paths.party, parent: paths.parties },
  { section: 'Governance', title: 'New entity', path: paths.newEntity, parent: paths.entities },
  { section: 'Governance', title: 'Entity members', path: paths.entityMembers, parent: paths.entities },
];

const sections: readonly Section[] = ['Overview', 'Ledger', 'Governance', 'Operations', 'Settings'];

/** Whether a role sees a screen. An auditor sees every one, to look at. */
export const maySee = (screen: Pick<Screen, 'capability'>, capabilities: readonly Capability[]): boolean =>
  screen.capability === undefined || capabilities.includes(screen.capability) || capabilities.includes('tenant:auditor');

/** The menu: sections in order, without what the role may not see and without empty ones. */
export const menuOf = (capabilities: readonly Capability[]): readonly { section: Section; screens: readonly Screen[] }[] =>
  sections
    .map((section) => ({ section, screens: screens.filter((s) => s.section === section && maySee(s, capabilities)) }))
    .filter((group) => group.screens.length > 0);

/** Whether an address is that of a path, whose `$name` parts stand for any text. */
const isAt = (path: string, pathname: string): boolean => {
  const [parts, given] = [path.split('/'), pathname.split('/')];
  return parts.length === given.length && parts.every((part, index) => part.startsWith('$') || part === given[index]);
};

export const screenAt = (pathname: string): Screen | InnerScreen | undefined => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return screens.find((s) => s.path === path) ?? innerScreens.find((s) => isAt(s.path, path));
};

/** The screen of the menu that an inner one belongs to. */
export const parentOf = (screen: Screen | InnerScreen): Screen | undefined =>
  'parent' in screen ? screens.find((s) => s.path === screen.parent) : undefined;

/** Whether other screens of the menu lie below this one: then only its own address is the active one. */
export const isHub = (path: Screen['path']): boolean => screens.some((s) => s.path.startsWith(`${path}/`));

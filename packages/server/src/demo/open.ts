// The demo: made on an empty data directory through the same `submit` as everything else. Its ids and keys follow from the
// organisation's id, so that a start that was cut off goes on where it stopped.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { readAmountE8 } from '@countinghouse/kernel/money/amount';
import { findPersonByEmail, hasPeople } from '@countinghouse/store/auth/people';
import { askForCheck } from '@countinghouse/store/checks';
import { findSnapshot } from '@countinghouse/store/features/snapshots/reads';
import { read } from '@countinghouse/store/reader';
import { createPerson, EmailTaken } from '../auth/people.ts';
import { findOriginal } from '../features/intents/original.ts';
import type { Opened } from '../open.ts';
import { approvals } from './approvals.ts';
import { bankFeeds } from './bank-feeds.ts';
import { control } from './controls.ts';
import { reversal } from './holds.ts';
import { accrueInterest } from './interest.ts';
import { customers, partyIdOf, suppliers } from './parties.ts';
import { closePeriods } from './periods.ts';
import { policyCommands } from './policies.ts';
import { reconcileBanks } from './recon.ts';
import { demoCommands, story } from './story.ts';

export interface DemoPeople {
  readonly tenantId: string;
  readonly people: readonly { readonly email: string; readonly password: string; readonly role: string }[];
}

interface DemoFile extends DemoPeople {
  /** Whether everything has been written; what was cut off is resumed. */
  readonly complete: boolean;
}

const PASSWORD_BYTES = 15;
const cast = [
  { email: 'maker@northwind.example', name: 'Mara Maker', role: 'owner' },
  { email: 'checker@northwind.example', name: 'Cleo Checker', role: 'owner' },
] as const;

/** The demo's sign-ins; null where the database has people and no demo. Makes it when the database is empty. */
export async function openDemo(opened: Opened, file: string): Promise<DemoPeople | null> {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoFile) : null;
  if (kept?.complete === true) return kept;
  if (kept === null && (await hasPeople(opened.authPool))) return null;
  const demo = kept ?? draw();
  write(file, demo);
  await fill(opened, demo);
  const complete = { ...demo, complete: true };
  write(file, complete);
  return complete;
}

const draw = (): DemoFile => ({
  tenantId: randomUUID(),
  people: cast.map(({ email, role }) => ({ email, role, password: randomBytes(PASSWORD_BYTES).toString('base64url') })),
  complete: false,
});

function write(file: string, demo: DemoFile): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

async function fill(opened: Opened, demo: DemoFile): Promise<void> {
  const ids: string[] = [];
  for (const person of demo.people) ids.push(await makePerson(opened, person));
  const [makerId, checkerId] = ids as [string, string];
  const { ledger, keyring } = opened.services;
  const maker = { kind: 'user' as const, id: makerId };
  const key = await keyring.generate(demo.tenantId);
  await ledger.submit(
    demo.tenantId,
    { type: 'tenant.create', actor: maker, name: 'Northwind Treasury', reportingCurrency: 'EUR', chainKey: key.generated },
    [key.store],
  );
  const idOf = (name: string): string => uuidFrom(`${demo.tenantId}/${name}`);
  for (const { label, exposureLimit } of [...customers, ...suppliers]) {
    const words = await opened.services.pii.tokenise(demo.tenantId, 'party-label', label);
    const id = partyIdOf(idOf, label);
    const party = { type: 'party.create', actor: maker, id, labelToken: words.token, kind: 'company', externalRefToken: null } as const;
    await ledger.submit(demo.tenantId, party, [words.store]);
    if (exposureLimit === undefined) continue;
    const limit = { currency: 'EUR', amountE8: readAmountE8(exposureLimit) };
    await ledger.submit(demo.tenantId, { type: 'party.set_exposure_limit', actor: maker, id, limit });
  }
  const isTaken = (id: string): Promise<boolean> =>
    read(opened.services.readerPool, { tenantId: demo.tenantId }, async (tx) => (await findSnapshot(tx, demo.tenantId, id)) !== null);
  // In order, but all at once: the writer keeps the order they come in. What is there already is refused or a duplicate, but for snapshots.
  const frame = { tenantId: demo.tenantId, maker, checker: { kind: 'user' as const, id: checkerId }, idOf, nowMs: Date.now() };
  const told = story(frame);
  const commands: readonly Command[] = [
    { type: 'member.add', actor: maker, userId: checkerId, role: 'owner' },
    ...policyCommands(frame),
    ...demoCommands(frame, told),
  ];
  const missing: Command[] = [];
  for (const command of commands) if (command.type !== 'snapshot.take' || !(await isTaken(command.id))) missing.push(command);
  await Promise.all(missing.map((command) => ledger.submit(demo.tenantId, command)));
  // A reversal reads what it takes back from the log: that has to be there.
  const taken = reversal(frame);
  const original = await findOriginal(opened.services.writerPool, demo.tenantId, taken);
  await ledger.submit(demo.tenantId, { ...taken, original });
  const paid = await accrueInterest(opened.services, frame);
  await reconcileBanks(opened.services, frame, bankFeeds(frame, [...told, ...paid]));
  await closePeriods(opened.services, frame);
  await control(opened.services, frame);
  for (const command of approvals(frame)) await ledger.submit(demo.tenantId, command);
  // Replayed and compared once the server runs: the pages that tell of it have something to tell.
  await askForCheck(opened.services.writerPool, demo.tenantId, 'replay', makerId);
}

async function makePerson(opened: Opened, person: DemoFile['people'][number]): Promise<string> {
  try {
    return await createPerson(opened.authPool, { ...person, name: cast.find((c) => c.email === person.email)?.name ?? person.email });
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error;
    return (await findPersonByEmail(opened.authPool, person.email))?.id ?? '';
  }
}

/** A UUID of version 8 (RFC 9562) that follows from a name. */
function uuidFrom(name: string): string {
  const h = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(h.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

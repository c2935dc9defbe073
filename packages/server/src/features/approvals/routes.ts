import type { errors } from '@countinghouse/contract/errors';
import { type Approval, approvals as contract } from '@countinghouse/contract/features/approvals';
import { ERASED } from '@countinghouse/contract/features/privacy';
import type { ApprovalApproved, HeldFor } from '@countinghouse/kernel/approvals/events';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { PersonRow } from '@countinghouse/store/auth/people';
import {
  type ApprovalRow,
  countWaiting,
  findApproval,
  listApprovals,
  listRowsOfApproval,
  listVotes,
  type SeenBy,
} from '@countinghouse/store/features/approvals/reads';
import { findLatestPosition, listEventsAt, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { listPartiesById } from '@countinghouse/store/features/parties/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { ERASED_PERSON, findKnownPeople } from '../../auth/known-people.ts';
import { errorBody } from '../../http/errors.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { OtherStatus } from '../../route/answers.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { summaryOf, summaryOfRows } from '../../wire/approval-summary.ts';
import { toWireEvent } from '../../wire/event-wire.ts';
import { receiptOfEvent } from '../../wire/receipt.ts';
import { loadPreview, sayBroken } from './preview.ts';
import type { Said } from './say-change.ts';

type Named = Extract<Command, { type: 'approval.approve' | 'approval.reject' | 'approval.withdraw' }>;

export const list = handler(
  contract.list,
  async ({ tenant: { tenant_id }, caller: { session }, input: { query }, request }, services) => {
    const { status, q, before, limit } = query;
    const { rows, ...counted } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
      const entityId = await chooseEntity(tx, tenant_id, session, request);
      const filter = { status: status ?? null, q: q ?? null, beforeSeq: before ?? null, limit, entityId };
      const at = { userId: session.userId, now: services.clock.now() };
      return {
        as_of: (await findLatestPosition(tx, tenant_id))?.seq ?? 0,
        rows: await listApprovals(tx, tenant_id, at, filter),
        waiting: await countWaiting(tx, tenant_id, at),
      };
    });
    return { approvals: await toWire(services, tenant_id, rows, session.userId), ...counted };
  },
  { ofLog: true },
);

export const get = handler(contract.get, async ({ tenant: { tenant_id }, caller: { session }, input: { params } }, services) => {
  const found = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const row = await getApproval(tx, tenant_id, { userId: session.userId, now: services.clock.now() }, params.id);
    const votes = await listVotes(tx, tenant_id, row.id);
    const rows = await listRowsOfApproval(tx, tenant_id, row.id);
    return { row, rows, votes, events: await listEventsOf(tx, tenant_id, row, votes) };
  });
  const { row, rows, votes, events } = found;
  const preview = row.status === 'pending' ? await loadPreview(services.ledger, tenant_id, row.id) : null;
  const whose = preview?.changes.flatMap((c) => c.userId ?? []) ?? [];
  const people = await findKnownPeople(services, tenant_id, [...votes.map((v) => v.user_id), ...whose]);
  const nameOf = nameIn(people);
  const { payload, ...approval } = row;
  const [shown] = await toWire(services, tenant_id, [approval], session.userId);
  return {
    approval: { ...(shown as Approval), ...(preview === null ? {} : { eligible: preview.eligible }) },
    payload: JSON.parse(payload) as Record<string, unknown>,
    rows: [...rows],
    votes: votes.map((v) => ({ ...v, name: nameOf(v.user_id) })),
    preview:
      preview === null
        ? null
        : {
            ...preview,
            changes: (await withWords(services, tenant_id, preview.changes)).map(({ what, userId, before, after }) => ({
              what: userId === undefined ? what : `${what} of ${nameOf(userId)}`,
              before,
              after,
            })),
          },
    events: events.map(toWireEvent),
  };
});

type Approving = Pick<RequestContext<typeof contract.approve>, 'tenant' | 'caller' | 'input' | 'request'>;

const approveBy = ({ tenant, caller, input: { params, body }, request }: Approving, services: Services): ReturnType<typeof settle> =>
  settle(services, tenant.tenant_id, caller.session.userId, request.id, {
    type: 'approval.approve',
    actor: caller.actor,
    id: params.id,
    comment: body.comment,
    payloadHash: body.payload_hash ?? null,
  });

export const approve = handler(contract.approve, approveBy);

/** The same, with the hash that its contract requires. */
export const approveSeen = handler(contract.approveSeen, (asked, services) => approveBy(asked, services));

export const reject = handler(
  contract.reject,
  ({ tenant: { tenant_id }, caller: { session, actor }, input: { params, body }, request }, services) =>
    settle(services, tenant_id, session.userId, request.id, { type: 'approval.reject', actor, id: params.id, comment: body.reason }),
);

export const withdraw = handler(
  contract.withdraw,
  ({ tenant: { tenant_id }, caller: { session, actor }, input: { params }, request }, services) =>
    settle(services, tenant_id, session.userId, request.id, { type: 'approval.withdraw', actor, id: params.id }),
);

export const fourEyes = handler(contract.fourEyes, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { ledger }) =>
  done(await ledger.submit(tenant_id, { type: 'four_eyes.set', actor, on: body.on })),
);

/** The same, with words for tokens and the names of parties. */
async function withWords({ readerPool, pii }: Services, tenantId: string, changes: readonly Said[]): Promise<readonly Said[]> {
  const said = (of: Said['is']): string[] => changes.flatMap((c) => (c.is === of ? [c.before, c.after] : [])).filter((v) => v !== null);
  const ids = said('party');
  const parties = ids.length === 0 ? [] : await read(readerPool, { tenantId }, (tx) => listPartiesById(tx, tenantId, ids));
  const words = await pii.reveal(tenantId, [...said('token'), ...parties.map((p) => p.label_token)]);
  const labels = new Map(parties.map((p) => [p.id, p.label_token]));
  const shown = (value: string | null, is: Said['is']): string | null =>
    value === null || is === undefined ? value : (words.of(is === 'party' ? (labels.get(value) ?? null) : value) ?? ERASED);
  return changes.map(({ is, ...change }) => ({ ...change, before: shown(change.before, is), after: shown(change.after, is) }));
}

/** Why a person cannot decide it. */
function barOf(
  { status, maker_id, key_holders }: Pick<ApprovalRow, 'status' | 'maker_id' | 'key_holders'>,
  userId: string,
  may: boolean,
  voted: boolean,
): Approval['barred'] {
  if (status !== 'pending' || voted) return 'APPROVAL_ALREADY_DECIDED';
  if (maker_id === userId || key_holders.includes(userId)) return 'SELF_APPROVAL';
  return may ? null : 'FORBIDDEN';
}

/** Its story: what asked for it, who approved, what became of it. */
async function listEventsOf(tx: Tx, tenantId: string, row: ApprovalRow, votes: readonly { readonly seq: number }[]) {
  const seqs = [row.created_seq, ...votes.map((v) => v.seq)];
  if (row.decided_seq !== null) {
    const [decision] = await listEventsAt(tx, tenantId, [row.decided_seq]);
    const { follows = 0 } = JSON.parse(decision?.payload ?? '{}') as Partial<ApprovalApproved>;
    for (let i = 0; i <= follows; i++) seqs.push(row.decided_seq + i);
  }
  const ofIntent = row.intent_id === null ? [] : await listEventsOfIntent(tx, tenantId, row.intent_id);
  return listEventsAt(tx, tenantId, [...new Set([...seqs, ...ofIntent.map((e) => e.seq)])]);
}

const SYSTEM = 'system';

/** Whether a field of a command stands for words that are kept apart. */
const isToken = (name: string, value: unknown): value is string => name.endsWith('Token') && typeof value === 'string';

/** What to call whoever asked or decided; what nobody decided in time, the system did. */
const nameIn =
  (people: ReadonlyMap<string, PersonRow>) =>
  (id: string): string =>
    people.get(id)?.name ?? (id === SYSTEM ? id : ERASED_PERSON);

async function toWire(services: Services, tenantId: string, rows: readonly ApprovalRow[], userId: string): Promise<Approval[]> {
  const ids = rows
    .flatMap((r) => [r.maker_id, r.decided_by, r.fields?.['userId'], r.fields?.['id']])
    .filter((id) => typeof id === 'string');
  const people = await findKnownPeople(services, tenantId, [...new Set(ids)]);
  const nameOf = nameIn(people);
  const words = await services.pii.reveal(
    tenantId,
    rows.flatMap(({ fields }) => Object.entries(fields ?? {}).flatMap(([name, value]) => (isToken(name, value) ? [value] : []))),
  );
  const revealed = (fields: ApprovalRow['fields']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(fields ?? {}).map(([name, value]) => [name, isToken(name, value) ? (words.of(value) ?? ERASED) : value]),
    );
  return rows.map(({ may, voted, held_for, decided_seq: _, rejection_code, first_row, fields, key_holders, ...row }) => {
    const heldFor = JSON.parse(held_for) as HeldFor;
    return {
      ...row,
      amounts: [...row.amounts],
      held_for: heldFor as Approval['held_for'],
      reason: rejection_code ?? heldFor.code,
      summary: first_row === null ? summaryOf(row.subject, revealed(fields), nameOf) : summaryOfRows(first_row),
      maker: nameOf(row.maker_id),
      decider: row.decided_by === null ? null : nameOf(row.decided_by),
      barred: barOf({ ...row, key_holders }, userId, may, voted),
    };
  });
}

async function getApproval(tx: Tx, tenantId: string, at: SeenBy, id: string) {
  const row = await findApproval(tx, tenantId, at, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

/** Decides, and answers what became of it: 422 where a guard did not hold any more. */
async function settle(services: Services, tenantId: string, userId: string, requestId: string, command: Named) {
  const outcome = await services.ledger.submit(tenantId, command);
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
  services.sessions.forgetAllMemberships();
  const events = outcome.kind === 'written' ? outcome.events : [];
  const row = await read(services.writerPool, { tenantId }, (tx) =>
    getApproval(tx, tenantId, { userId, now: services.clock.now() }, command.id),
  );
  const [approval] = await toWire(services, tenantId, [row], userId);
  const last = events.at(-1);
  const decided =
    last?.type === 'intent.executed' || last?.type === 'intent.rejected'
      ? receiptOfEvent(last, outcome.kind === 'written' ? outcome.postings : [])
      : null;
  const answer = { approval: approval as Approval, receipt: decided };
  const rejection = events.find((e) => e.type === 'approval.rejected')?.payload;
  if (command.type !== 'approval.approve' || rejection === undefined) return answer;
  const reason = last?.type === 'intent.rejected' ? last.payload.reason : undefined;
  const refusal = errorBody(rejection.code as keyof typeof errors, requestId, reason);
  return new OtherStatus(422, { ...answer, ...refusal, message: sayBroken(rejection.code) });
}

export const approvalsHandlers: readonly Handler[] = [list, get, approve, approveSeen, reject, withdraw, fourEyes];

// Postings as they were booked, newest first. A call looks at a bounded stretch of them, those of one account where one is named, and says where to
// go on. An intent's are found by its place in the log.
import { blocksOfPage, WINDOWS_MAX, windowBack } from '../../pruned/windows.ts';
import type { Tx } from '../../reader.ts';
import { hasReference, hasUseCase } from '../../sql/intent-payload.ts';
import { type MetadataAsked, placesLed, placesWith } from '../../sql/metadata.ts';
import { lookThrough, type Stretch } from '../../sql/stretches.ts';

/** Postings that one statement looks at: with words that nothing has, some milliseconds. */
const STRETCH = 1_000;

/** Which postings; what is null leaves none out. */
export interface PostingFilter {
  readonly accountId: string | null;
  readonly entityId: string | null;
  /** Of an account's party, as it is now. */
  readonly partyId: string | null;
  readonly currency: string | null;
  /** Decimals, both ends included. */
  readonly amountFrom: string | null;
  readonly amountTo: string | null;
  /** Days, both ends included. */
  readonly valueFrom: string | null;
  readonly valueTo: string | null;
  readonly useCase: string | null;
  /** Who asked for the intent. */
  readonly actorId: string | null;
  readonly intentId: string | null;
  /** Part of the narrative, or of the consent's reference. */
  readonly q: string | null;
  /** Booked after this seq, and up to and with that one. */
  readonly afterSeq: number | null;
  readonly toSeq: number | null;
  /** Of the intent. */
  readonly metadata: MetadataAsked | null;
}

/** Leaves none out. */
export const allPostings: PostingFilter = {
  accountId: null,
  entityId: null,
  partyId: null,
  currency: null,
  amountFrom: null,
  amountTo: null,
  valueFrom: null,
  valueTo: null,
  useCase: null,
  actorId: null,
  intentId: null,
  q: null,
  afterSeq: null,
  toSeq: null,
  metadata: null,
};

/** A place in the log; what is before it is older. */
export interface PostingPlace {
  readonly seq: number;
  readonly line: number;
}

export interface ListedPostingRow extends PostingPlace {
  readonly intent_id: string;
  readonly booked_at: string;
  readonly value_date: string;
  readonly amount: string;
  readonly currency: string;
  readonly narrative: string;
  readonly debit_account_id: string;
  readonly debit_code: string;
  readonly debit_balance_after: string;
  readonly credit_account_id: string;
  readonly credit_code: string;
  readonly credit_balance_after: string;
}

interface Page {
  readonly before: PostingPlace | null;
  readonly limit: number;
  /** How many postings are looked at; of intents with metadata, the postings of how many intents. */
  readonly scanned: number;
}

/** Values of a statement, and their names in it. */
class Values {
  readonly all: unknown[] = [];

  /** The name of a value. */
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }

  /** A condition for a value that is there. */
  ifGiven(value: unknown, condition: (name: string) => string): string {
    return value === null ? '' : ` and ${condition(this.add(value))}`;
  }
}

/** The events of an intent: each kind has an index of its own. */
const ofIntent = (tenant: string, intent: string): string =>
  `seq = any(array(select seq from events where tenant_id = ${tenant} and intent_id = ${intent} and idem_key is not null
     union all select seq from events where tenant_id = ${tenant} and intent_id = ${intent} and idem_key is null))`;

/** What is looked at: of which organisation, as an expression of SQL, and how much of it. */
interface Looked extends Omit<Page, 'limit'> {
  readonly tenant: string;
  readonly filter: PostingFilter;
}

const columns =
  'line, value_date, amount, currency, narrative, debit_account_id, debit_balance_after, credit_account_id, credit_balance_after';

/** The places that are asked for; `seq` is a column. */
const within = (values: Values, filter: PostingFilter, before: PostingPlace | null, seq: string): string =>
  `${seq} <= ${values.add(before?.seq ?? Number.MAX_SAFE_INTEGER)}${values.ifGiven(filter.afterSeq, (n) => `${seq} > ${n}`)}${values.ifGiven(filter.toSeq, (n) => `${seq} <= ${n}`)}`;

/** Where intents with metadata were executed, newest first: what is looked at, or what of it is left. */
const executedWith = (
  places: typeof placesLed,
  metadata: MetadataAsked,
  values: Values,
  { tenant, filter, before, scanned }: Looked,
): string =>
  places(metadata, {
    place: 'executed_seq',
    tenant,
    within: within(values, filter, before, 'executed_seq'),
    most: values.add(scanned),
  });

/** The postings that are looked at: of an account those of either side, a merge of two index scans; of intents with metadata those that it leads to. */
function looked(values: Values, asked: Looked): string {
  const { tenant, filter, before, scanned } = asked;
  const [seq, line] = [values.add(before?.seq ?? Number.MAX_SAFE_INTEGER), values.add(before?.line ?? 0)];
  const where = `tenant_id = ${tenant} and (seq, line) < (${seq}, ${line}) and ${within(values, filter, before, 'seq')}${values.ifGiven(filter.intentId, (n) => ofIntent(tenant, n))}`;
  if (filter.metadata !== null) {
    // The place is told by the intent: of its postings nothing is known of how they are sorted.
    return `(select said.place as seq, p.* from (${executedWith(placesWith, filter.metadata, values, asked)}) said
      cross join lateral (select ${columns} from postings where ${where} and seq = said.place offset 0) p)`;
  }
  const most = values.add(scanned);
  const newestOf = (more: string): string => `(select * from postings where ${where}${more} order by seq desc, line desc limit ${most})`;
  if (filter.accountId === null) return newestOf('');
  const account = values.add(filter.accountId);
  const sides = ['debit_account_id', 'credit_account_id'].map((own) => newestOf(` and ${own} = ${account}`));
  return `(select * from (${sides.join(' union all ')}) either order by seq desc, line desc limit ${most})`;
}

function keptOf(values: Values, tenant: string, filter: PostingFilter): string {
  // By the account's key for each posting: as a join it may begin with all accounts of the entity or party.
  const of = (column: string, id: string): string => `(select ${column} from accounts where tenant_id = ${tenant} and id = p.${id})`;
  const touches =
    (column: string) =>
    (value: string): string =>
      `(${of(column, 'debit_account_id')} = ${value} or ${of(column, 'credit_account_id')} = ${value})`;
  // What was asked for stands in the first event of an intent: that which posted, or one before it.
  const asked = (column: 'actor_id' | 'payload'): string =>
    `(select case when e.idem_key is not null then e.${column} else (
        select f.${column} from events f where f.tenant_id = ${tenant} and f.intent_id = e.intent_id and f.idem_key is not null) end
      from events e where e.tenant_id = ${tenant} and e.seq = p.seq)`;
  return [
    'true',
    values.ifGiven(filter.entityId, touches('entity_id')),
    values.ifGiven(filter.partyId, touches('party_id')),
    values.ifGiven(filter.currency, (n) => `p.currency = ${n}`),
    values.ifGiven(filter.amountFrom, (n) => `p.amount >= ${n}::numeric`),
    values.ifGiven(filter.amountTo, (n) => `p.amount <= ${n}::numeric`),
    values.ifGiven(filter.valueFrom, (n) => `p.value_date >= ${n}::date`),
    values.ifGiven(filter.valueTo, (n) => `p.value_date <= ${n}::date`),
    // Where they were not looked for by the account.
    filter.metadata === null ? '' : values.ifGiven(filter.accountId, (n) => `${n} in (p.debit_account_id, p.credit_account_id)`),
    values.ifGiven(filter.actorId, (n) => `${asked('actor_id')} = ${n}`),
    values.ifGiven(filter.useCase, (n) => hasUseCase(asked('payload'), n)),
    values.ifGiven(filter.q, (n) => `(strpos(lower(p.narrative), lower(${n})) > 0 or ${hasReference(asked('payload'), n)})`),
  ].join('');
}

/** The newest that the filter leaves. `next`: go on before this place; null: there are no more. */
export async function listBookedPostings(
  tx: Tx,
  tenantId: string,
  filter: PostingFilter,
  { before, limit, scanned }: Page,
): Promise<{ readonly postings: readonly ListedPostingRow[]; readonly next: PostingPlace | null }> {
  const asked = { limit, scanned, each: STRETCH };
  // Lines count from 1: before the first of an event nothing of it is left, and it belongs to no window any more.
  const last = before === null ? Number.MAX_SAFE_INTEGER : before.line > 1 ? before.seq : before.seq - 1;
  const through = Math.min(filter.toSeq ?? Number.MAX_SAFE_INTEGER, last);
  const most = blocksOfPage(limit);
  let window = await windowBack(tx, tenantId, { after: filter.afterSeq ?? 0, through }, { most });
  for (let n = 1; ; n++) {
    const within = { ...filter, afterSeq: window.after, toSeq: window.through };
    const { items, next } = await lookThrough<ListedPostingRow, PostingPlace>(asked, before, (place, page) =>
      readStretch(tx, tenantId, within, { limit: page.limit, scanned: page.scanned, before: place }),
    );
    const { rest } = window;
    // What left the database is the next page, or this one where nothing else is.
    if (items.length > 0 || next !== null || rest === null || n === WINDOWS_MAX)
      return { postings: items, next: next ?? (rest === null ? null : { seq: rest.through + 1, line: 1 }) };
    window = await windowBack(tx, tenantId, rest, { most });
  }
}

async function readStretch(
  tx: Tx,
  tenantId: string,
  filter: PostingFilter,
  { before, limit, scanned }: Page,
): Promise<Stretch<ListedPostingRow, PostingPlace>> {
  const values = new Values();
  const tenant = values.add(tenantId);
  const codeOf = (id: string): string => `(select code from accounts where tenant_id = ${tenant} and id = p.${id})`;
  const found = await tx.query<ListedPostingRow>(
    `select p.*, e.intent_id, e.event_ts as booked_at, ${codeOf('debit_account_id')} as debit_code, ${codeOf('credit_account_id')} as credit_code
     from (
       select seq, ${columns} from ${looked(values, { tenant, filter, before, scanned })} p
       where ${keptOf(values, tenant, filter)} order by seq desc, line desc limit ${values.add(limit)}
     ) p
     cross join lateral (select intent_id, event_ts from events where tenant_id = ${tenant} and seq = p.seq offset 0) e
     order by p.seq desc, p.line desc`,
    values.all,
  );
  const last = found.rows.at(-1);
  if (last !== undefined && found.rows.length === limit) return { items: found.rows, next: { seq: last.seq, line: last.line } };
  return { items: found.rows, next: await findEndOfScan(tx, tenantId, filter, { before, scanned }) };
}

/** The oldest posting that such a call looks at; null where none is older. */
async function findEndOfScan(
  tx: Tx,
  tenantId: string,
  filter: PostingFilter,
  { before, scanned }: Omit<Page, 'limit'>,
): Promise<PostingPlace | null> {
  const values = new Values();
  const asked = { tenant: values.add(tenantId), filter, before, scanned: scanned + 1 };
  const stretch =
    filter.metadata === null
      ? looked(values, asked)
      : `(select place as seq, 1 as line from (${executedWith(placesLed, filter.metadata, values, asked)}) led)`;
  const found = await tx.query<PostingPlace>(
    `select seq, line from ${stretch} p order by seq desc, line desc offset ${values.add(scanned - 1)}`,
    values.all,
  );
  return found.rows.length === 2 ? (found.rows[0] ?? null) : null;
}

// Who tried to sign in, and how it went, as rows (schema `auth`, role `auth`).

import type pg from 'pg';

export type SignInOutcome = 'signed_in' | 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'not_admitted' | 'barred';

export interface NewSignIn {
  /** Lower case; nobody needs to have it. */
  readonly email: string;
  readonly outcome: SignInOutcome;
  readonly address: string;
  readonly userAgent: string;
}

export interface SignInRow {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly outcome: SignInOutcome;
  readonly address: string;
  readonly user_agent: string;
}

/** How many failed sign-ins are kept. */
export interface SignInBounds {
  /** Of a person, in an hour. */
  readonly failedAnHour: number;
  /** Of all e-mails that nobody has, in an hour. */
  readonly nobodysAnHour: number;
  /** Of a person, in all: the newest. */
  readonly failedKept: number;
}

/** Notes a sign-in; a failed one only within the bounds of its hour, give or take those that come at once. */
export async function insertSignIn(
  pool: pg.Pool,
  { email, outcome, address, userAgent }: NewSignIn,
  { failedAnHour, nobodysAnHour }: Omit<SignInBounds, 'failedKept'>,
): Promise<void> {
  await pool.query(
    `with person as materialized (select (select id from auth.users where email = $1) as id),
       failed as materialized (
         select count(*) filter (where s."userId" = p.id) as theirs, count(*) filter (where s."userId" is null) as nobodys
         from person p left join auth.sign_ins s on s.at > now() - interval '1 hour' and s.outcome <> 'signed_in')
     insert into auth.sign_ins ("userId", outcome, address, "userAgent")
     select p.id, $2, $3, $4 from person p, failed f
     where $2 = 'signed_in' or case when p.id is null then f.nobodys < $6 else f.theirs < $5 end`,
    [email, outcome, address, userAgent, failedAnHour, nobodysAnHour],
  );
}

/** Of these people, each since an instant (RFC 3339) of their own; newest first. */
export async function listSignIns(
  pool: pg.Pool,
  since: ReadonlyMap<string, string>,
  { failed, limit }: { readonly failed: boolean; readonly limit: number },
): Promise<readonly SignInRow[]> {
  const found = await pool.query<SignInRow>(
    `select s.id, s.at, s."userId" as user_id, u.email, u.name, s.outcome, s.address, s."userAgent" as user_agent
     from unnest($1::uuid[], $2::timestamptz[]) as m(id, since)
       join auth.sign_ins s on s."userId" = m.id and s.at >= m.since
       join auth.users u on u.id = m.id
     where $3 = false or s.outcome <> 'signed_in'
     order by s.at desc, s.id limit $4`,
    [[...since.keys()], [...since.values()], failed, limit],
  );
  return found.rows;
}

/** When each of these people signed in last. */
export async function listLastSignIns(pool: pg.Pool, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const found = await pool.query<{ id: string; at: Date }>(
    `select "userId" as id, max(at) as at from auth.sign_ins where "userId" = any($1::uuid[]) and outcome = 'signed_in' group by "userId"`,
    [ids],
  );
  return new Map(found.rows.map((r) => [r.id, r.at]));
}

/** Those older than they are kept, of e-mails that nobody has for a time of their own; and of a person's failed ones all but the newest. */
export async function deleteOldSignIns(pool: pg.Pool, keptDays: number, nobodysKeptDays: number, failedKept: number): Promise<void> {
  await pool.query(
    `delete from auth.sign_ins where at < now() - make_interval(days => $1) or ("userId" is null and at < now() - make_interval(days => $2))`,
    [keptDays, nobodysKeptDays],
  );
  await pool.query(
    `delete from auth.sign_ins where id in (
       select id from (
         select id, row_number() over (partition by "userId" order by at desc) as place
         from auth.sign_ins where "userId" is not null and outcome <> 'signed_in') ranked
       where place > $1)`,
    [failedKept],
  );
}

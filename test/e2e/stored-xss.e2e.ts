// Text that would be a script if any screen took it for one, put into every text field that there is, and every screen looked at: nothing
// runs, the browser has nothing to refuse, and the text is shown as it was written.

import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { approvals } from '@countinghouse/contract/features/approvals';
import { attachments } from '@countinghouse/contract/features/attachments';
import { comments } from '@countinghouse/contract/features/comments';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { limits } from '@countinghouse/contract/features/limits';
import { passkeys } from '@countinghouse/contract/features/passkeys';
import { periods } from '@countinghouse/contract/features/periods';
import { recon } from '@countinghouse/contract/features/recon';
import { sso } from '@countinghouse/contract/features/sso';
import type { RouteDef } from '@countinghouse/contract/wire';
import { formOf } from '@countinghouse/testkit/form';
import { row } from '@countinghouse/testkit/organisation';
import { databaseOf } from '@countinghouse/testkit/server-process';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { expect, type Page, test } from '@playwright/test';
import { innerScreens, screens } from '../../packages/console/src/lib/screen/paths.ts';
import { type BodyBooks, freshDay, freshPeriod, openBodyBooks } from '../walks/body-books.ts';
import { makeRoom, samlConnection } from '../walks/sso.ts';
import { post } from './organisations.ts';
import { beginSession } from './people.ts';
import { dataDir } from './server-under-test.ts';
import { bodiesWith, textFields } from './text-fields.ts';
import { keepNothing } from './text-fields-kept.ts';
import { settled, visit } from './walk.ts';

/** `m` names the text wherever it comes up. Each way would call `ran`. */
const attacks: readonly ((m: string) => string)[] = [
  (m) => `${m}<img src=x onerror=ran()>`,
  (m) => `${m}"><svg onload=ran()>`,
  (m) => `${m}<script>ran()</script>`,
  (m) => `${m}' onfocus='ran()' autofocus='`,
  (m) => `${m}[x](javascript:ran())`,
  (m) => `${m}{{ran()}}\${ran()}`,
  (m) => `javascript:ran()//${m}`,
  (m) => `https://${m}.example/"onerror="ran()`,
];
/** Of about a hundred; others stand in panels and files that are not opened here. Which, is printed. */
const FIELDS_SEEN_MIN = 45;
/** Some minutes on a machine of its own; beside much else it took more than ten. */
const TIMEOUT_MS = 2_400_000;
const marks = /zx\d+z/gi;

interface Stored {
  /** By mark. */
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly field: string }>;
  /** Fields that the contract lets any of the texts into, and whether one was kept. */
  readonly fields: ReadonlyMap<string, boolean>;
  /** Screens of what was made on the way, one of a kind. */
  readonly pages: readonly string[];
}

const pathOf = (route: RouteDef, params: Readonly<Record<string, string>>): string =>
  route.path.replace(/:(\w+)/g, (_m, name: string) => encodeURIComponent(params[name] ?? ''));

/** What a text is put into where the bodies of the walks name what is not there: the field, and the call that puts it. */
async function further(
  testServer: TestServer,
  o: BodyBooks,
  viewer: Person,
  visit: (kind: string, id: string) => void,
): Promise<Readonly<Record<string, (text: string) => Promise<Answer>>>> {
  const { owner } = o;
  const inHere = { 'x-tenant-id': o.tenantId };
  const checker = await o.member(
    'owner',
    await testServer.person(`Cleo ${attacks[0]?.('') ?? ''}`, { email: `cleo-${randomUUID()}@example.test` }),
  );
  await owner.call(limits.set, { body: { key: 'high_risk_amount', value: '1' } }, inHere);
  const waiting = async (narrative: string): Promise<{ readonly id: string; readonly payload_hash: string }> => {
    const proposed_actions = [row('CASH', 'BANK', '10', { narrative: narrative.slice(0, 100) })];
    const { approvalId = '' } = (await owner.call(intents.execute, { body: o.intent({ proposed_actions }) }, inHere)).body;
    visit('/dashboard/admin/approvals', approvalId);
    return (await checker.call(approvals.get, { params: { id: approvalId } }, inHere)).body.approval;
  };
  const period = async (until: 'closing' | 'locked'): Promise<{ readonly period_start: string; readonly period_end: string }> => {
    const range = freshPeriod();
    await owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } }, inHere);
    if (until === 'locked') await owner.call(periods.lock, { body: range }, inHere);
    return range;
  };
  const bankRow = async (source: string, amount: string): Promise<string> => {
    const rows = [{ source, posted_at: freshDay(), account_code: 'CASH', amount, currency: 'USD' }];
    await owner.call(recon.importRows, { body: { rows } }, inHere);
    return (await owner.call(recon.rows, { query: { q: source } }, inHere)).body.rows[0]?.id ?? '';
  };
  const changeSaml = async (change: object): Promise<Answer> => {
    await makeRoom(o);
    const { id } = (await owner.call(sso.createSaml, { body: samlConnection() }, inHere)).body.connection;
    return owner.call(sso.change, { params: { id }, body: change }, inHere);
  };
  return {
    'PATCH /api/internal/sso/connections/:id email_attribute': (email_attribute) => changeSaml({ email_attribute }),
    'PATCH /api/internal/sso/connections/:id name_attribute': (name_attribute) => changeSaml({ name_attribute }),
    'PATCH /api/internal/sso/connections/:id subject_attribute': (subject_attribute) => changeSaml({ subject_attribute }),
    'POST /api/internal/recon/matches/confirm matches.0.note': async (note) => {
      const row_ids = [await bankRow(randomUUID(), '0.5')];
      const booked = await owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '0.5')] }) }, inHere);
      const postings = [{ seq: booked.body.seq ?? 0, line: 1 }];
      return owner.call(recon.confirm, { body: { account_id: o.cash, matches: [{ row_ids, postings, note }] } }, inHere);
    },
    'POST /api/internal/approvals/:id/approve comment': async (comment) =>
      checker.call(approvals.approve, { params: { id: (await waiting(comment)).id }, body: { comment } }, inHere),
    'POST /api/internal/approvals/:id/approve-seen comment': async (comment) => {
      const { id, payload_hash } = await waiting(comment);
      return checker.call(approvals.approveSeen, { params: { id }, body: { comment, payload_hash } }, inHere);
    },
    'POST /api/internal/approvals/:id/reject reason': async (reason) =>
      checker.call(approvals.reject, { params: { id: (await waiting(reason)).id }, body: { reason } }, inHere),
    'POST /api/v1/periods/close/lock evidence_ref': async (evidence_ref) =>
      owner.call(periods.lock, { body: { ...(await period('closing')), evidence_ref } }, inHere),
    'POST /api/v1/periods/close/publish evidence_ref': async (evidence_ref) =>
      owner.call(periods.publish, { body: { ...(await period('locked')), evidence_ref } }, inHere),
    'POST /api/v1/periods/close/publish statement_uri': async (statement_uri) =>
      owner.call(periods.publish, { body: { ...(await period('locked')), statement_uri } }, inHere),
    'POST /api/internal/periods/reopen evidence_ref': async (evidence_ref) =>
      owner.call(periods.reopen, { body: { ...(await period('locked')), reason: 'late', evidence_ref } }, inHere),
    'POST /api/internal/periods/reopen reason': async (reason) =>
      owner.call(periods.reopen, { body: { ...(await period('locked')), reason } }, inHere),
    'POST /api/internal/recon/matches note': async (note) => {
      const source = randomUUID();
      const row_ids = [await bankRow(`${source} in`, '3'), await bankRow(`${source} out`, '-3')];
      return owner.call(recon.matchByHand, { body: { account_id: o.cash, row_ids, postings: [], note } }, inHere);
    },
    'POST /api/internal/imports/check content': async (text) => {
      const cells = ['CASH', 'BANK', '1', 'USD', '2026-01-31', `"${text.replaceAll('"', '""')}"`].join(',');
      const content = `debit_account,credit_account,amount,currency,value_date,narrative\n${cells}\n`;
      const checked = await owner.call(imports.check, { body: { kind: 'intents', content, file_name: 'a.csv' } }, inHere);
      visit('/dashboard/intents/imports', checked.body.import.id);
      return checked;
    },
    'PATCH /api/internal/account/passkeys/:id name': async (name) => {
      // No device is at hand that would make one.
      const { rows } = await testServer.opened.authPool.query<{ readonly id: string }>(
        `insert into passkeys ("userId", "credentialId", "publicKey", counter, transports, synced, name)
           values ($1, $2, '', 0, '{}', false, 'Laptop') returning id`,
        [viewer.id, randomUUID()],
      );
      return viewer.call(passkeys.rename, { params: { id: rows[0]?.id ?? '' }, body: { name } });
    },
    'the name of a file': async (text) => {
      const body = o.intent({ proposed_actions: [row('CASH', 'BANK', '0.5')] });
      await owner.call(intents.execute, { body }, inHere);
      visit('/dashboard/intents', body.intent_id);
      const form = formOf(text.replaceAll('"', "'"), `<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"/>`, { type: 'image/svg+xml' });
      return owner.send('POST', pathOf(attachments.add, { intent_id: body.intent_id }), form.body, { ...form.headers, ...inHere });
    },
  };
}

/** Sends every text to every field that takes it, one at a time. */
async function store(testServer: TestServer, books: BodyBooks, viewer: Person): Promise<Stored> {
  const texts = new Map<string, { readonly text: string; readonly field: string }>();
  const fields = new Map<string, boolean>();
  const { send } = books.owner;
  const pages = new Map<string, string>();
  const visit = (kind: string, id: string): void => void pages.set(kind, `${kind}/${id}`);
  const keep = (field: string, mark: string, text: string, answer: Answer): void => {
    expect([field, text, answer.status < 500]).toEqual([field, text, true]);
    // A rejected intent is an event with all that was asked.
    const kept = answer.status === 200 || answer.status === 202 || answer.body['seq'] !== undefined;
    fields.set(field, kept || (fields.get(field) ?? false));
    if (kept) texts.set(mark, { text, field });
  };
  let commented: readonly string[] = [];
  let n = 0;
  for (const { name, target, at } of textFields) {
    for (const attack of attacks) {
      const mark = `zx${n++}z`;
      const text = attack(mark);
      const o = { ...books, objectId: (await target.object?.(books)) ?? '' };
      const body = bodiesWith(target.body(o), at, text).find((b) => target.route.body?.safeParse(b).success);
      if (body === undefined) continue;
      if (target.route === comments.add) commented = [`/dashboard/intents/${o.objectId}`];
      const who = target.route.path.startsWith('/api/auth/') ? testServer.nobody.send : send;
      const path = pathOf(target.route, target.params?.(o) ?? {});
      keep(
        name,
        mark,
        text,
        await who(target.route.method, path, body, { 'x-tenant-id': o.tenantId, 'x-forwarded-for': `10.${randomBytes(3).join('.')}` }),
      );
    }
  }
  for (const [field, put] of Object.entries(await further(testServer, books, viewer, visit)))
    for (const attack of attacks) {
      const mark = `zx${n++}z`;
      keep(field, mark, attack(mark), await put(attack(mark)));
    }
  return { texts, fields, pages: [...pages.values(), ...commented] };
}

/** Everything that a page says or keeps in an attribute for people, and that has a mark. */
const marked = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) found.push(node.nodeValue ?? '');
    for (const e of document.querySelectorAll('[title],[aria-label],[alt],[placeholder],input,textarea'))
      found.push(e.getAttribute('title') ?? '', e.getAttribute('aria-label') ?? '', (e as HTMLInputElement).value ?? '');
    return found.filter((text) => /zx\d+z/i.test(text));
  });

/** Elements that text has become. */
const grown = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[onerror],[onload],[onfocus],iframe,a[href^="javascript:" i],script:not([src]):not([nonce])')].map(
      (e) => e.outerHTML,
    ),
  );

/** The text as it was written, or the beginning of it where a screen cuts it; as JSON where JSON is shown. */
function isLiteral(shown: string, text: string, mark: string): boolean {
  const low = shown.toLowerCase();
  return [text, JSON.stringify(text).slice(1, -1), text.replaceAll('"', "'")].some((written) => {
    const [at, from] = [low.indexOf(mark), written.toLowerCase().indexOf(mark)];
    const rest = written.toLowerCase().slice(from);
    let same = 0;
    while (same < rest.length && low[at + same] === rest[same]) same += 1;
    return same === rest.length || low[at + same] === undefined || low[at + same] === '…';
  });
}

test('a script in any text field runs on no screen, and is shown as the text that it is', async ({ page }) => {
  test.setTimeout(TIMEOUT_MS);
  const testServer = await openTestServer(
    databaseOf(fileURLToPath(dataDir)),
    { DATA_DIR: fileURLToPath(dataDir), TRUSTED_PROXIES: '127.0.0.1' },
    { callPace: { burst: 1e6, perMinute: 1e6 }, workers: false },
  );
  let o: BodyBooks;
  let stored: Stored;
  // The owner's own sign-in is one of the fields, and held up by then.
  let viewer: Person;
  try {
    o = await openBodyBooks(testServer, {});
    viewer = await o.member('owner');
    stored = await store(testServer, o, viewer);
  } finally {
    await testServer.close();
  }
  const lost = [...stored.fields].flatMap(([field, kept]) => (kept ? [] : [field]));
  expect(lost.toSorted(), 'each field that takes text keeps one, or says here why not').toEqual(Object.keys(keepNothing).toSorted());

  const ran: string[] = [];
  const refused: string[] = [];
  await page.exposeBinding('ran', (_source, ...what) => void ran.push(`ran ${what.join()}`));
  await page.exposeBinding('refused', (_source, what: string) => void refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) =>
      (window as unknown as { refused(what: string): void }).refused(`${e.violatedDirective} ${e.sample} ${location.pathname}`),
    );
  });
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A stream that stays open would never let the network be idle; addresses outside lead nowhere.
  await page.route(/^https:/, (route) => route.abort());
  await beginSession(page, viewer);
  await post(page, '/api/internal/tenants/switch', { tenantId: o.tenantId });

  // What would be found is found: elements from text, code in an attribute.
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tries = await page.evaluate(() => {
    const attempt = (act: () => void): string => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const element = document.createElement('div');
    return [
      attempt(() => {
        element.innerHTML = '<img src=x onerror=ran()>';
      }),
      attempt(() => element.setAttribute('onclick', 'ran()')),
    ];
  });
  expect(tries).toEqual(['TypeError', 'TypeError']);
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  refused.length = 0;

  const seen = new Set<string>();
  const faults: string[] = [];
  const look = async (where: string): Promise<void> => {
    await settled(page);
    for (const shown of await marked(page))
      for (const mark of shown.toLowerCase().match(marks) ?? []) {
        const was = stored.texts.get(mark);
        if (was === undefined) continue;
        seen.add(was.field);
        if (!isLiteral(shown, was.text, mark)) faults.push(`${where}: ${was.field} is shown as ${shown.slice(0, 200)}`);
      }
    for (const element of await grown(page)) faults.push(`${where}: ${element}`);
  };
  const own = { $accountId: o.cash, $partyId: o.partyId };
  const paths = [...screens, ...innerScreens]
    .map(({ path }) => path.replace(/\$(?:accountId|partyId)/, (name) => own[name as keyof typeof own]))
    .filter((path) => !path.includes('$'));
  for (const path of new Set([...paths, ...stored.pages])) {
    await visit(page, path);
    await look(path);
    // What stands beside a list, or the page that its row leads to.
    const first = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /zx\d+z/i })
      .first();
    if ((await first.count()) === 0) continue;
    await first.click({ position: { x: 150, y: 8 } });
    await look(`${path}, a row`);
  }
  await visit(page, '/dashboard');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zx');
  await look('the palette');
  // Else this would be a walk past what nobody put there.
  const unseen = [...stored.fields].flatMap(([field, kept]) => (kept && !seen.has(field) ? [field] : []));
  console.log(`${seen.size} fields were seen; kept, and on no screen of this walk: ${unseen.toSorted().join('; ')}`);
  expect(seen.size).toBeGreaterThan(FIELDS_SEEN_MIN);
  expect(faults).toEqual([]);
  expect(ran).toEqual([]);
  expect(refused).toEqual([]);
});

/** The directives of a policy, each with its sources. */
const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

test('the policies of pages let no script in but those of the page, and no frame, plug-in, base or form beside it', async ({ page }) => {
  for (const path of ['/dashboard', '/sign-in', '/api/docs/']) {
    const answer = await page.request.get(path);
    const policy = directivesOf(answer.headers()['content-security-policy'] ?? '');
    const scripts = policy.get('script-src') ?? [];
    expect([path, scripts.filter((s) => !/^'(?:self|nonce-[\w+/=]{22,}|sha256-[\w+/=]+)'$/.test(s))]).toEqual([path, []]);
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of ['base-uri', 'frame-ancestors']) expect([path, name, policy.get(name)]).toEqual([path, name, ["'none'"]]);
    expect([path, policy.get('object-src') ?? policy.get('default-src')]).toEqual([path, ["'none'"]]);
    for (const name of ['default-src', 'connect-src', 'form-action'])
      expect([path, name, (policy.get(name) ?? ['*']).filter((s) => s !== "'self'" && s !== "'none'")]).toEqual([path, name, []]);
  }
  const nonces = await Promise.all(
    [1, 2].map(async () => /'nonce-[^']+'/.exec((await page.request.get('/dashboard')).headers()['content-security-policy'] ?? '')?.[0]),
  );
  expect(nonces[0]).toBeDefined();
  expect(nonces[0]).not.toBe(nonces[1]);
  const policy = directivesOf((await page.request.get('/dashboard')).headers()['content-security-policy'] ?? '');
  expect([policy.get('require-trusted-types-for'), policy.get('trusted-types')]).toEqual([["'script'"], ['default']]);
});

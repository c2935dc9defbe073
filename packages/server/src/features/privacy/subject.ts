// Everything that the organisation holds about one e-mail address or one party, put together for whoever asks to see it. The hand-out
// is an event; the file itself is kept nowhere.

import { ERASED, type Subject } from '@countinghouse/contract/features/privacy';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import { findPersonByEmail } from '@countinghouse/store/auth/people';
import { findParty, listPartiesByTokens, type PartyRow } from '@countinghouse/store/features/parties/reads';
import {
  findSubjectMembership,
  isPrimaryContact,
  listEventsNaming,
  listSubjectAccounts,
  listSubjectActs,
  listSubjectComments,
  listSubjectFiles,
  listSubjectInDirectories,
  listSubjectInvites,
  listSubjectKeys,
  listSubjectMentions,
  listSubjectRoles,
  type SubjectAccount,
} from '@countinghouse/store/features/privacy/subject';
import { read, type Tx } from '@countinghouse/store/reader';
import type * as z from 'zod';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import type { Services } from '../../services.ts';
import { referenceWords } from '../../wire/references.ts';

interface Organisation {
  readonly tenant_id: string;
  readonly name: string;
}

interface Export {
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Refuses NOT_FOUND for a party that is not there. An address of which nothing is held gives a file that says so. */
export async function collectSubject(
  services: Services,
  organisation: Organisation,
  actor: Actor,
  subject: z.output<typeof Subject>,
): Promise<Export> {
  const frame = {
    format: 'countinghouse-subject-export/1',
    organisation: { id: organisation.tenant_id, name: organisation.name },
    exported_at: services.clock.now(),
  };
  const told =
    'email' in subject
      ? await aboutEmail(services, organisation, actor, subject.email)
      : await aboutParty(services, organisation, actor, subject.party_id);
  return { name: `subject-export-${frame.exported_at.slice(0, 10)}.json`, content: { ...frame, ...told } };
}

async function aboutEmail(
  { pii, ledger, authPool, readerPool }: Services,
  { tenant_id: tenantId }: Organisation,
  actor: Actor,
  email: string,
) {
  const emailToken = await pii.tokenOf(tenantId, 'email', email);
  done(await ledger.submit(tenantId, { type: 'privacy.export', actor, emailToken, partyId: null }));
  const found = await pii.findTokens(tenantId, email);
  const tokens = [...new Set([emailToken, ...found])];
  const person = await findPersonByEmail(authPool, email);
  const rows = await read(readerPool, { tenantId }, async (tx) => {
    const acts = person === null ? { acts: [], total: 0 } : await listSubjectActs(tx, tenantId, person.id);
    const membership = person === null ? null : await findSubjectMembership(tx, tenantId, person.id);
    // Whose account it is elsewhere is not this organisation's to tell.
    const known = person !== null && (membership !== null || acts.total > 0) ? person.id : null;
    return {
      known,
      membership,
      acts,
      roles: known === null ? [] : await listSubjectRoles(tx, tenantId, known),
      keys: known === null ? [] : await listSubjectKeys(tx, tenantId, known),
      invites: await listSubjectInvites(tx, tenantId, tokens),
      primaryContact: await isPrimaryContact(tx, tenantId, tokens),
      parties: await listPartiesByTokens(tx, tenantId, tokens),
      accounts: await listSubjectAccounts(tx, tenantId, { tokens, partyId: null }),
      comments: known === null ? [] : await listSubjectComments(tx, tenantId, known),
      mentions: known === null ? [] : await listSubjectMentions(tx, tenantId, known),
      directories: await listSubjectInDirectories(tx, tenantId, { tokens, userId: person?.id ?? null }),
      files: await listSubjectFiles(tx, tenantId, { tokens, userId: known }),
      events: await listEventsNaming(tx, tenantId, known === null ? tokens : [...tokens, known]),
    };
  });
  const said = await pii.reveal(tenantId, [
    ...rows.comments.map((c) => c.text_token),
    ...rows.directories.flatMap((d) => [d.user_name_token, d.external_id_token]),
  ]);
  return {
    subject: { email },
    tokens: found,
    account:
      rows.known === null
        ? null
        : {
            id: rows.known,
            email,
            name: person?.name ?? '',
            membership: rows.membership,
            entity_roles: rows.roles,
            signing_keys: rows.keys,
          },
    invitations: rows.invites,
    directories: rows.directories.map(({ user_name_token, external_id_token, ...told }) => ({
      ...told,
      user_name: said.of(user_name_token) ?? ERASED,
      external_id: said.of(external_id_token),
    })),
    primary_contact: rows.primaryContact,
    parties: await inWords(pii, tenantId, rows.parties),
    accounts: await accountsInWords(pii, tenantId, rows.accounts),
    comments: rows.comments.map(({ text_token, ...comment }) => ({ ...comment, text: said.of(text_token) ?? ERASED })),
    mentions: rows.mentions,
    files: rows.files,
    events_naming_them: rows.events,
    acts: { total: rows.acts.total, listed: rows.acts.acts.length, latest_first: rows.acts.acts },
  };
}

async function aboutParty({ pii, ledger, readerPool }: Services, { tenant_id: tenantId }: Organisation, actor: Actor, partyId: string) {
  done(await ledger.submit(tenantId, { type: 'privacy.export', actor, emailToken: null, partyId }));
  const get = async (tx: Tx): Promise<PartyRow> => {
    const row = await findParty(tx, tenantId, partyId);
    if (row === null) throw new Refusal('NOT_FOUND');
    return row;
  };
  const { party, accounts, events } = await read(readerPool, { tenantId }, async (tx) => ({
    party: await get(tx),
    accounts: await listSubjectAccounts(tx, tenantId, { tokens: [], partyId }),
    events: await listEventsNaming(tx, tenantId, [partyId]),
  }));
  const tokens = [party.label_token, party.external_ref_token, ...accounts.map((a) => a.external_ref_token)].filter((t) => t !== null);
  return {
    subject: { party_id: partyId },
    tokens,
    parties: await inWords(pii, tenantId, [party]),
    accounts: await accountsInWords(pii, tenantId, accounts),
    events_naming_them: events,
  };
}

/** Accounts with what they are called outside, wherever its words are. */
async function accountsInWords(pii: Services['pii'], tenantId: string, accounts: readonly SubjectAccount[]) {
  const wordsOf = await referenceWords(
    pii,
    tenantId,
    accounts.map((a) => a.external_ref_token),
  );
  return accounts.map(({ id, code, external_ref, external_ref_token }) => ({
    id,
    code,
    external_ref: wordsOf(external_ref, external_ref_token),
  }));
}

async function inWords(pii: Services['pii'], tenantId: string, parties: readonly PartyRow[]) {
  const words = await pii.reveal(
    tenantId,
    parties.flatMap((p) => [p.label_token, p.external_ref_token]),
  );
  return parties.map(({ id, kind, created_at, label_token, external_ref_token }) => ({
    id,
    kind,
    created_at,
    label: words.of(label_token) ?? ERASED,
    external_ref: external_ref_token === null ? null : (words.of(external_ref_token) ?? ERASED),
  }));
}

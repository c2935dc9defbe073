// What the system posts at a person's command, in one decision: the accounts it needs are opened on first need, then its intents go
// down the ladder, the later ones on what the earlier ones of the decision leave.

import { addAccount } from '../accounts/evolve.ts';
import type { AccountState } from '../accounts/state.ts';
import { CODE_LENGTH_MAX, GL_CODE_LENGTH_MAX } from '../bounds.ts';
import type { GlClass } from '../gl-accounts/events.ts';
import { addGlAccount } from '../gl-accounts/evolve.ts';
import { normalBalanceOf } from '../gl-accounts/standard-chart.ts';
import { systemActor } from '../ledger/actor.ts';
import { accountParts, ahead } from '../ledger/ahead.ts';
import { type Decision, type Facts, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import type { RefusalCode } from '../ledger/refusal-code.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ExecuteIntent, OriginalIntent } from './commands.ts';
import { decideExecuteIntent } from './decide.ts';
import type { IntentExecuted } from './events.ts';

type SystemIntent = Pick<
  ExecuteIntent,
  'intentId' | 'request' | 'useCase' | 'valueDate' | 'rows' | 'fxSnapshotId' | 'constraints' | 'part'
> & {
  readonly original?: OriginalIntent;
};

export class SystemPosting {
  readonly drafts: EventDraft[] = [];
  /** The organisation as the accounts that were opened leave it. */
  private readonly ahead: TenantState;
  private readonly facts: Facts;

  constructor(state: TenantState, facts: Facts) {
    this.facts = { ...facts, prior: null };
    this.ahead = ahead(state, accountParts);
  }

  /** The seq of the event that comes next. */
  get nextSeq(): number {
    return this.ahead.head.seq + 1;
  }

  /** The GL account of this title and one of these classes, else a new one of the first, at the code or the next that is free. */
  glAccount(title: string, classes: readonly [GlClass, ...GlClass[]], code: string): string {
    const { glAccounts, glAccountIdByCode } = this.ahead;
    const fits = [...glAccounts.values()]
      .filter((g) => classes.includes(g.class) && g.title.trim().toLowerCase() === title.toLowerCase())
      .sort((a, b) => (a.code < b.code ? -1 : 1));
    if (fits[0] !== undefined) return fits[0].id;
    const [glClass] = classes;
    const id = this.newId();
    const free = freeCode(code, GL_CODE_LENGTH_MAX, (c) => glAccountIdByCode.has(c));
    const payload = { id, code: free, title, class: glClass, normal_balance: normalBalanceOf[glClass], parent_id: null };
    addGlAccount(this.ahead, this.nextSeq, payload);
    this.write({ type: 'gl_account.created', payload });
    return id;
  }

  /** The account of this code that is what is asked for, else a new one at the code or the next that is free. */
  account(asked: Pick<AccountState, 'code' | 'currency' | 'glAccountId' | 'entityId'> & { readonly kind: string }): AccountState {
    const { accountByCode } = this.ahead;
    const { currency, glAccountId, entityId, kind } = asked;
    const isIt = (a: AccountState | undefined): boolean =>
      a !== undefined && a.currency === currency && a.glAccountId === glAccountId && a.entityId === entityId && a.floorE8 === null;
    const code = freeCode(asked.code, CODE_LENGTH_MAX, (c) => accountByCode.has(c) && !isIt(accountByCode.get(c)));
    const known = accountByCode.get(code);
    if (known !== undefined) return known;
    const id = this.newId();
    const payload = {
      id,
      code,
      currency,
      kind,
      external_ref: null,
      gl_account_id: glAccountId,
      entity_id: entityId,
      floor: 'none' as const,
    };
    const account = addAccount(this.ahead, this.nextSeq, payload);
    this.write({ type: 'account.created', payload });
    return account;
  }

  /** Posts an intent of the system. Answers it as executed, or the refusal of the whole act. */
  execute(intent: SystemIntent): { readonly executed: OriginalIntent } | { readonly refused: Decision } {
    const { ahead, facts } = this;
    const seq = this.nextSeq;
    const decided = decideExecuteIntent(
      ahead,
      {
        type: 'intent.execute',
        actor: systemActor,
        tenantId: ahead.tenantId,
        consent: { scope: [], grantedAt: '', expiresAt: '' },
        signature: null,
        signatureCheck: { is: 'absent' },
        idemKey: intent.intentId,
        ...intent,
      },
      facts,
    );
    if (decided.kind !== 'append') return { refused: decided };
    const [draft] = decided.events;
    if (draft?.type === 'intent.rejected') {
      const { error_code, reason } = draft.payload;
      // Nobody's key is at stake: whichever rung says no, nothing of the act is written, and the command is refused with its code.
      return { refused: refuse(error_code as RefusalCode, reason) };
    }
    if (draft?.type !== 'intent.executed') throw new Error('an intent of the system came to no decision');
    this.write(draft);
    const { intent_id, use_case, rows } = draft.payload satisfies IntentExecuted;
    return { executed: { intentId: intent_id, seq, status: 'executed', useCase: use_case, rows } };
  }

  /** What comes next in the log, as an act of the system. */
  private write(draft: EventDraft): void {
    this.drafts.push({ ...draft, actorId: systemActor.id });
    this.ahead.head.seq += 1;
  }

  /** An id that follows from the place its event will have: a UUID of version 8 (RFC 9562). */
  private newId(): string {
    const h = this.facts.sha256(`${this.ahead.tenantId} ${this.nextSeq}`);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
  }
}

/** The code, cut to what a code may have, or the first of `code-2`, `code-3`, … that is free. */
function freeCode(code: string, lengthMax: number, taken: (code: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : `-${n}`;
    const candidate = `${code.slice(0, lengthMax - end.length)}${end}`;
    if (!taken(candidate)) return candidate;
  }
}

// What calls answer, as the specification's table of calls says it (its column `response`, word for word).

export interface AnswerRow {
  readonly method: string;
  readonly path: string;
  readonly response: string;
}

const answer = (method: string, path: string, response: string): AnswerRow => ({ method, path, response });

export const answers: readonly AnswerRow[] = [
  answer('GET', '/api/internal/tenants/mine', 'tenants[]{id,name,role,readOnly}; currentId; hasCookie'),
  answer('POST', '/api/internal/tenants/create', 'tenantId'),
  answer('GET', '/api/internal/tenants/members', 'members[]{id,email,role}'),
  answer('GET', '/api/internal/tenants/invites/list', 'invites[]{id,email,role,created_at,expires_at?}'),
  answer(
    'GET',
    '/api/internal/settings/tenant',
    'settings{primary_contact_email,logo_url,locale,signing_mode,enforce_signed_intents,interest_day_count,interest_counter_account_id}; org{name,read_only,signing_mode}',
  ),
  answer(
    'PATCH',
    '/api/internal/settings/tenant',
    'settings{primary_contact_email,logo_url,locale,signing_mode,enforce_signed_intents,interest_day_count,interest_counter_account_id}; org{name,read_only,signing_mode}',
  ),
  answer('GET', '/api/internal/settings/interest', 'day_count; counter_account_id'),
  answer('GET', '/api/internal/limits/set', 'limits{high_risk_amount,txn_amount_max,daily_txn_amount_max,daily_txn_count_max}'),
  answer('GET', '/api/internal/recon/status', 'matched; unmatched'),
  answer('POST', '/api/internal/recon/import', 'imported; duplicates'),
  answer('POST', '/api/internal/recon/match', 'matched'),
  answer('GET', '/api/parties/search', 'parties[]{id,label,kind,externalRef}'),
  answer('GET', '/api/v1/health', 'ok; counts{events,postings,accounts}; invariants{missingPostings,hashBreaks,balanceDrift}'),
  answer('GET', '/api/v1/events', 'events[]{seq,event_hash,prev_hash,payload_hash,signature,event_ts,event_type,payload,intent_status}'),
  answer('POST', '/api/v1/intents/execute', 'ok; eventId; eventHash; seq; duplicate; error'),
  answer('POST', '/api/v1/snapshots/take', 'snapshot'),
  answer('GET', '/api/v1/balances', 'accounts[]{id,code,currency,balance}'),
  answer('POST', '/api/internal/accounts/list', 'accounts[]{id,code,currency,balance,externalRef,glCode,glTitle,interestBucket}'),
  answer('GET', '/api/internal/ledger-accounts/list', 'gl[]{id,code,title,class,normalBalance,parentId?,usageCount}'),
  answer('GET', '/api/internal/ledger/reports/balances-by-gl', 'currency; balances[]{code,title,total}'),
  answer('GET', '/api/internal/compliance/controls', 'controls[]'),
  answer('GET', '/api/internal/snapshots/list', 'snapshots[]'),
  answer('POST', '/api/internal/snapshots/take', 'snapshot'),
  answer('GET', '/api/internal/evidence/list', 'evidence[]'),
  answer('GET', '/api/internal/signing-keys', 'keys[]{kid,label,algorithm,created_at,active,status}'),
  answer('GET', '/api/entities/list', 'entities[]; currentId'),
  answer('GET', '/api/entities/members/list', 'members[]; tenantMembers[]'),
  answer('GET', '/api/internal/audit/export/config', 'webhook_url; secret_mask; secondary_url; secondary_secret_mask'),
  answer('POST', '/api/internal/audit/export/run', 'exported; lastSeq'),
  answer('POST', '/api/internal/audit/export/archive', 'count; path; uploadUrl'),
  answer('GET', '/api/internal/periods/list', 'periods[]'),
  answer('GET', '/api/internal/approvals/list', 'approvals[]'),
  answer('GET', '/api/internal/performance/summary', 'ok; updated_at; metrics[]; anchors[]; slo_violations[]'),
  answer('GET', '/api/internal/branding/get', 'branding'),
  answer('GET', '/api/internal/currencies/tenant/list', 'currencies[]'),
  answer('GET', '/api/internal/currencies/all', 'currencies[]'),
  answer('GET', '/api/internal/fx/rates/tenant/list', 'rates[]'),
  answer('POST', '/api/internal/gdpr/encrypt-now', 'tokenized'),
  answer('POST', '/api/internal/crypto/rotate-tenant-key', 'status queued'),
];

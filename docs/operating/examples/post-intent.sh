#!/usr/bin/env bash
# Opens two accounts, moves money between them exactly once, and reads what came of it. Needs bash and curl.
#
#   COUNTINGHOUSE_URL         where the server is
#   COUNTINGHOUSE_API_KEY     a key with the grant "admin": it opens accounts ("post" is enough to post)
#   COUNTINGHOUSE_TENANT      id of the organisation
#   COUNTINGHOUSE_GL_ACCOUNT  id of the GL account that the new accounts map to
#   RUN                       a name that was not used before: codes and keys are made from it
set -euo pipefail
: "${COUNTINGHOUSE_URL:?}" "${COUNTINGHOUSE_API_KEY:?}" "${COUNTINGHOUSE_TENANT:?}" "${COUNTINGHOUSE_GL_ACCOUNT:?}" "${RUN:?}"

# What got no answer, and what was answered 429 or 503, is asked again: the key of an intent makes that safe.
ask() {
  curl --silent --show-error --fail-with-body --max-time 30 --retry 4 "${@:2}" \
    --header "authorization: Bearer $COUNTINGHOUSE_API_KEY" \
    --header "x-tenant-id: $COUNTINGHOUSE_TENANT" \
    --header 'content-type: application/json' \
    "$COUNTINGHOUSE_URL$1"
}

# The first member of that name.
member() { grep -o "\"$1\":\(\"[^\"]*\"\|[a-z0-9.-]*\)" | head -n 1 | cut -d : -f 2- | tr -d '"'; }

open_account() {
  ask /api/internal/accounts/create --data "{\"code\":\"$1\",\"currency\":\"USD\",\"ledgerAccountId\":\"$COUNTINGHOUSE_GL_ACCOUNT\"}" >/dev/null
}
open_account "IN-$RUN"
open_account "OUT-$RUN"

snapshot=$(ask /api/v1/snapshots/take --data '{"kind":"fx"}' | member id)
granted=$(date -u +%Y-%m-%dT%H:%M:%SZ)
expires=$(date -u -d '+1 hour' +%Y-%m-%dT%H:%M:%SZ)
intent=$(
  cat <<JSON
{"intent_id":"intent-$RUN","tenant_id":"$COUNTINGHOUSE_TENANT","use_case":"manual_post","value_date":"$(date -u +%Y-%m-%d)",
 "proposed_actions":[{"debitAccount":"IN-$RUN","creditAccount":"OUT-$RUN","amount":"12.50","currency":"USD","narrative":"An example"}],
 "snapshot_ids":{"fx":"$snapshot"},
 "consent":{"scope":["post"],"reference":"example","granted_at":"$granted","expires_at":"$expires"}}
JSON
)
post() { ask /api/v1/intents/execute --header "idempotency-key: key-$RUN" --data "$intent"; }

receipt=$(post)
seq=$(member seq <<<"$receipt")
echo "posted: $(member status <<<"$receipt")"
echo "again: duplicate $(post | member duplicate)"
balance=$(ask /api/v1/balances | grep -o "{[^{}]*\"code\":\"IN-$RUN\"[^{}]*}" | member balance)
echo "balance: IN-$RUN $balance"
echo "event: $(ask "/api/v1/events?limit=1&before=$((seq + 1))" | member event_type)"

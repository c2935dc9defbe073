#!/usr/bin/env bash
# Posts three intents in one call, each exactly once for its own key, then two that stand or fall together. Needs bash and curl.
# Settings as for post-intent.sh; RUN names accounts that post-intent.sh opened, and is not to be used for batches twice.
set -euo pipefail
: "${COUNTINGHOUSE_URL:?}" "${COUNTINGHOUSE_API_KEY:?}" "${COUNTINGHOUSE_TENANT:?}" "${RUN:?}"

# What got no answer, and what was answered 429 or 503, is asked again: the keys of the intents make that safe.
ask() {
  curl --silent --show-error --max-time 30 --retry 4 "${@:2}" \
    --header "authorization: Bearer $COUNTINGHOUSE_API_KEY" \
    --header "x-tenant-id: $COUNTINGHOUSE_TENANT" \
    --header 'content-type: application/json' \
    "$COUNTINGHOUSE_URL$1"
}

snapshot=$(ask /api/v1/snapshots/take --data '{"kind":"fx"}' | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
granted=$(date -u +%Y-%m-%dT%H:%M:%SZ)
expires=$(date -u -d '+1 hour' +%Y-%m-%dT%H:%M:%SZ)
intent() {
  cat <<JSON
{"intent_id":"$1-$RUN","idem_key":"$1-$RUN","tenant_id":"$COUNTINGHOUSE_TENANT","use_case":"manual_post","value_date":"$(date -u +%Y-%m-%d)",
 "proposed_actions":[{"debitAccount":"$2","creditAccount":"OUT-$RUN","amount":"$3","currency":"USD"}],
 "snapshot_ids":{"fx":"$snapshot"},
 "consent":{"scope":["post"],"reference":"example","granted_at":"$granted","expires_at":"$expires"}}
JSON
}
# How many of these are in an answer.
count() { { grep -o "$1" || true; } | wc -l | tr -d ' '; }

batch="{\"intents\":[$(intent a "IN-$RUN" 1),$(intent b "NOWHERE-$RUN" 1),$(intent c "IN-$RUN" 2)]}"
answer=$(ask /api/v1/intents/batch --data "$batch")
echo "batch: $(count '"status":"executed"' <<<"$answer") executed, $(count '"status":"rejected"' <<<"$answer") rejected"
echo "again: $(ask /api/v1/intents/batch --data "$batch" | count '"duplicate":true') duplicates"

together="{\"atomic\":true,\"intents\":[$(intent d "IN-$RUN" 1),$(intent e "NOWHERE-$RUN" 1)]}"
refused=$(ask /api/v1/intents/batch --data "$together")
echo "atomic: $(grep -o '"code":"[^"]*"' <<<"$refused" | head -n 1 | cut -d '"' -f 4), the intent at $(grep -o '"index":[0-9]*' <<<"$refused" | cut -d : -f 2)"

"""Posts three intents in one call, each exactly once for its own key, then two that stand or fall together.

The same as post-batch.sh, with Python's standard library alone. Settings as there.
"""

import json
import os
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

URL = os.environ["COUNTINGHOUSE_URL"]
KEY = os.environ["COUNTINGHOUSE_API_KEY"]
TENANT = os.environ["COUNTINGHOUSE_TENANT"]
RUN = os.environ["RUN"]
ATTEMPTS_MAX = 5
DEADLINE_SECONDS = 30


def ask(path, body):
    """Status and answer. What got no answer, and 429 or 503, is asked again: each intent has its key, and a snapshot more does no harm."""
    headers = {"authorization": f"Bearer {KEY}", "x-tenant-id": TENANT, "content-type": "application/json"}
    for attempt in range(1, ATTEMPTS_MAX + 1):
        wait = 0.2 * 2**attempt
        try:
            request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method="POST")
            with urllib.request.urlopen(request, timeout=DEADLINE_SECONDS) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == ATTEMPTS_MAX:
                return error.code, json.load(error)
            wait = float(error.headers.get("retry-after", wait))
        except OSError:
            if attempt == ATTEMPTS_MAX:
                raise
        time.sleep(wait)


snapshot = ask("/api/v1/snapshots/take", {"kind": "fx"})[1]["snapshot"]
now = datetime.now(timezone.utc)


def intent(name, debit, amount):
    return {
        "intent_id": f"{name}-{RUN}",
        "idem_key": f"{name}-{RUN}",
        "tenant_id": TENANT,
        "use_case": "manual_post",
        "value_date": now.date().isoformat(),
        "proposed_actions": [{"debitAccount": debit, "creditAccount": f"OUT-{RUN}", "amount": amount, "currency": "USD"}],
        "snapshot_ids": {"fx": snapshot["id"]},
        "consent": {
            "scope": ["post"],
            "reference": "example",
            "granted_at": now.isoformat(),
            "expires_at": (now + timedelta(hours=1)).isoformat(),
        },
    }


batch = {"intents": [intent("a", f"IN-{RUN}", "1"), intent("b", f"NOWHERE-{RUN}", "1"), intent("c", f"IN-{RUN}", "2")]}
results = ask("/api/v1/intents/batch", batch)[1]["results"]
statuses = [result["receipt"]["status"] for result in results]
print(f"batch: {statuses.count('executed')} executed, {statuses.count('rejected')} rejected")
again = ask("/api/v1/intents/batch", batch)[1]["results"]
print(f"again: {sum(result['receipt']['duplicate'] for result in again)} duplicates")

together = {"atomic": True, "intents": [intent("d", f"IN-{RUN}", "1"), intent("e", f"NOWHERE-{RUN}", "1")]}
status, refused = ask("/api/v1/intents/batch", together)
print(f"atomic: {refused['code']}, the intent at {refused['details']['index']}")

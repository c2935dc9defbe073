"""Opens two accounts, moves money between them exactly once, and reads what came of it.

The same as post-intent.sh, with Python's standard library alone. Settings as there.
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
GL_ACCOUNT = os.environ["COUNTINGHOUSE_GL_ACCOUNT"]
RUN = os.environ["RUN"]
ATTEMPTS_MAX = 5
DEADLINE_SECONDS = 30


class Refused(Exception):
    """The server's answer, where it is no success: its code says what to do."""


def ask(method, path, body=None, key=None):
    """One call. What got no answer, and 429 or 503, is asked again where that is safe: reads, and intents with their key."""
    headers = {"authorization": f"Bearer {KEY}", "x-tenant-id": TENANT, "content-type": "application/json"}
    if key is not None:
        headers["idempotency-key"] = key
    data = None if body is None else json.dumps(body).encode()
    repeatable = method == "GET" or key is not None
    for attempt in range(1, ATTEMPTS_MAX + 1):
        wait = 0.2 * 2**attempt
        try:
            request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=DEADLINE_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or not repeatable or attempt == ATTEMPTS_MAX:
                raise Refused(error.read().decode()) from error
            wait = float(error.headers.get("retry-after", wait))
        except OSError:
            if not repeatable or attempt == ATTEMPTS_MAX:
                raise
        time.sleep(wait)


for code in (f"IN-{RUN}", f"OUT-{RUN}"):
    ask("POST", "/api/internal/accounts/create", {"code": code, "currency": "USD", "ledgerAccountId": GL_ACCOUNT})

snapshot = ask("POST", "/api/v1/snapshots/take", {"kind": "fx"})["snapshot"]
now = datetime.now(timezone.utc)
intent = {
    "intent_id": f"intent-{RUN}",
    "tenant_id": TENANT,
    "use_case": "manual_post",
    "value_date": now.date().isoformat(),
    "proposed_actions": [
        {"debitAccount": f"IN-{RUN}", "creditAccount": f"OUT-{RUN}", "amount": "12.50", "currency": "USD", "narrative": "An example"}
    ],
    "snapshot_ids": {"fx": snapshot["id"]},
    "consent": {
        "scope": ["post"],
        "reference": "example",
        "granted_at": now.isoformat(),
        "expires_at": (now + timedelta(hours=1)).isoformat(),
    },
}


def post():
    return ask("POST", "/api/v1/intents/execute", intent, key=f"key-{RUN}")


receipt = post()
print(f"posted: {receipt['status']}")
print(f"again: duplicate {str(post()['duplicate']).lower()}")
balance = next(a["balance"] for a in ask("GET", "/api/v1/balances")["accounts"] if a["code"] == f"IN-{RUN}")
print(f"balance: IN-{RUN} {balance}")
event = ask("GET", f"/api/v1/events?limit=1&before={receipt['seq'] + 1}")["events"][0]
print(f"event: {event['event_type']}")

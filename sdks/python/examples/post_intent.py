"""Posts an intent and says what became of it; shows what a refusal says, and goes through a list page by page.

Run it with COUNTINGHOUSE_URL, COUNTINGHOUSE_API_KEY (grant post) and COUNTINGHOUSE_TENANT; CASH and BANK must be accounts in USD.
"""

import os
from datetime import datetime, timedelta, timezone

from countinghouse import ApiError, Client, pages

ledger = Client(os.environ["COUNTINGHOUSE_URL"], os.environ["COUNTINGHOUSE_API_KEY"])
now = datetime.now(timezone.utc)
snapshot = ledger.snapshots.take({"kind": "fx"})["snapshot"]


def intent(intent_id: str, amount: str):
    return {
        "intent_id": intent_id,
        "tenant_id": os.environ["COUNTINGHOUSE_TENANT"],
        "use_case": "manual_post",
        "value_date": now.date().isoformat(),
        "proposed_actions": [{"debitAccount": "CASH", "creditAccount": "BANK", "amount": amount, "currency": "USD"}],
        "snapshot_ids": {"fx": snapshot["id"]},
        "consent": {
            "scope": ["ledger:post"],
            "granted_at": (now - timedelta(minutes=1)).isoformat(),
            "expires_at": (now + timedelta(days=1)).isoformat(),
        },
    }


# The key that names it is made here, and stays the same however often the call is repeated.
receipt = ledger.intents.execute(intent(os.environ["INTENT"], "12.50"))
print("posted:", receipt["status"])

try:
    ledger.intents.execute(intent(f"{os.environ['INTENT']}-wrong", "twelve"))
except ApiError as error:
    print("refused:", error.status, error.code, ", ".join(error.fields), "request id" if error.request_id else "no request id")

found = 0
for page in pages(ledger.intents.list, status="executed", limit=1):
    found += len(page["intents"])
print("executed:", found)

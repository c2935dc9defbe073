"""Checks an archive in another language, from docs/reference/event-format.md and archive-format.md alone.

Python's standard library has no Ed25519, so signatures are left out: chain, canonical payloads, signed heads and anchors against
what they cover, the Merkle root, keys, balances. Prints one JSON object: what it derived, and the first fault or null.
"""

import base64
import decimal
import gzip
import hashlib
import json
import re
import sys

decimal.getcontext().prec = 60


def sha256(data):
    return hashlib.sha256(data).digest()


def number(value):
    """The shortest form of ECMAScript: Python finds the same digits and only sets them otherwise."""
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0") or "0"
    point = len(digits) + exponent
    if text == "0":
        return "0"
    if len(text) <= point <= 21:
        text = text + "0" * (point - len(text))
    elif 0 < point <= 21:
        text = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if len(text) > 1 else "") + "e" + ("+" if point > 0 else "-") + str(abs(point - 1))
    return ("-" if sign else "") + text


def canonical(value):
    """RFC 8785: what a payload holds. Strings as JSON escapes them, numbers as ECMAScript writes them."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


class Tree:
    """RFC 9162 section 2.1, from the text: kept as complete subtrees, the largest first."""

    def __init__(self):
        self.complete = []

    def append(self, event_hash):
        node, height = sha256(b"\x00" + bytes.fromhex(event_hash)), 0
        while self.complete and self.complete[-1][1] == height:
            node = sha256(b"\x01" + self.complete.pop()[0] + node)
            height += 1
        self.complete.append((node, height))

    def root(self):
        node = self.complete[-1][0]
        for left, _height in reversed(self.complete[:-1]):
            node = sha256(b"\x01" + left + node)
        return node


class Fault(Exception):
    def __init__(self, seq, code):
        super().__init__(seq, code)
        self.seq, self.code = seq, code


HASHED = ["actor_id", "event_id", "event_ts", "event_type", "hash_version", "payload_hash", "prev_hash", "seq", "signature"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
AMOUNT = re.compile(r"(0|[1-9]\d{0,19})\.\d{8}")


class Check:
    def __init__(self, manifest):
        self.tenant_id, self.head = manifest["tenant_id"], manifest["head"]
        self.seq, self.hash, self.ts, self.covered = 0, "0" * 64, "", 0
        self.tree, self.chain_kid, self.anchored = Tree(), None, 0
        self.digest, self.recorded = "0" * 64, {}
        self.keys, self.stored_keys, self.accounts = {}, {}, {}
        self.counts = {"keys": 0, "events": 0, "heads": 0, "anchors": 0, "accounts": 0}

    def event(self, e):
        seq = e["seq"]
        if seq != self.seq + 1:
            raise Fault(min(seq, self.seq + 1), "seq")
        if e["prev_hash"] != self.hash:
            raise Fault(seq, "prev_hash")
        if e["hash_version"] != 1:
            raise Fault(seq, "hash_version")
        if sha256(e["payload"].encode()).hex() != e["payload_hash"]:
            raise Fault(seq, "payload_hash")
        hashed = {name: e[name] for name in HASHED} | {"tenant_id": self.tenant_id}
        if sha256(canonical(hashed).encode()).hex() != e["event_hash"]:
            raise Fault(seq, "event_hash")
        if not TIME.fullmatch(e["event_ts"]) or e["event_ts"] <= self.ts:
            raise Fault(seq, "event_ts")
        payload = json.loads(e["payload"])
        if canonical(payload) != e["payload"]:
            raise Fault(seq, "payload")
        self.seq, self.hash, self.ts = seq, e["event_hash"], e["event_ts"]
        self.tree.append(self.hash)
        if e["event_type"] == "account.created":
            self.accounts[payload["id"]] = [payload["code"], payload["currency"], decimal.Decimal(0), 0]
        elif e["event_type"].startswith("key.") and "public_jwk" in payload:
            jwk = payload["public_jwk"]
            self.keys[payload["kid"]] = (seq, payload["purpose"], canonical(jwk))
            if payload["purpose"] == "chain":
                thumbprint = sha256(canonical({name: jwk[name] for name in ("crv", "kty", "x")}).encode())
                if base64.urlsafe_b64encode(thumbprint).decode().rstrip("=") != payload["kid"]:
                    raise Fault(seq, "key")
                if self.chain_kid is not None and payload.get("endorsement", {}).get("kid") != self.chain_kid:
                    raise Fault(seq, "key")
                self.chain_kid = payload["kid"]
        elif e["event_type"] == "log.anchored":
            if self.recorded.get(payload["to_seq"]) != {k: payload[k] for k in ("anchors", "anchors_sha256", "heads")}:
                raise Fault(seq, "log_anchored")
        elif e["event_type"] == "intent.executed":
            for row in payload["rows"]:
                self.post(seq, row)

    def post(self, seq, row):
        debit, credit = (self.accounts.get(row[side]) for side in ("debit_account_id", "credit_account_id"))
        amount = decimal.Decimal(row["amount"])
        if not AMOUNT.fullmatch(row["amount"]) or amount == 0 or debit is None or credit is None or debit is credit:
            raise Fault(seq, "posting")
        for account, moved in ((debit, amount), (credit, -amount)):
            if account[1] != row["currency"]:
                raise Fault(seq, "posting")
            account[2] += moved
            account[3] += 1

    def signed_head(self, h):
        if h["seq"] > self.seq:
            raise Fault(self.seq + 1, "seq")
        if h["seq"] < self.seq:
            raise Fault(h["seq"], "head")
        if (h["event_hash"], h["event_ts"], h["kid"]) != (self.hash, self.ts, self.chain_kid):
            raise Fault(self.covered + 1, "head")
        self.covered = self.seq

    def anchor(self, a):
        if a["to_seq"] != self.seq:
            raise Fault(min(a["to_seq"], self.seq + 1), "anchor")
        root = self.tree.root()
        if a["root_hash"] != root.hex() or not 1 <= a["from_seq"] <= self.anchored + 1:
            raise Fault(self.seq, "anchor")
        origin = f"countinghouse/{self.tenant_id}"
        start = f"{origin}\n{self.seq}\n{base64.b64encode(root).decode()}\n\n— {origin} "
        if not a["checkpoint"].startswith(start) or a["kid"] != self.chain_kid:
            raise Fault(self.seq, "checkpoint")
        self.anchored = self.seq
        stamp = a["time_stamp"]
        self.digest = sha256(canonical({
            "anchor_ref": a["anchor_ref"],
            "checkpoint_sha256": sha256(a["checkpoint"].encode()).hex(),
            "previous": self.digest,
            "time_stamp_sha256": None if stamp is None else sha256(base64.b64decode(stamp)).hex(),
        }).encode()).hex()
        counts = {"anchors": self.counts["anchors"], "heads": self.counts["heads"]}
        self.recorded[self.seq] = {**counts, "anchors_sha256": self.digest}

    def account(self, line):
        known = self.accounts.pop(line["id"], None)
        if known is None or known[:2] != [line["code"], line["currency"]]:
            raise Fault(self.head["seq"], "stored_account")
        if decimal.Decimal(line["balance"]) != known[2]:
            raise Fault(self.head["seq"], "stored_balance")
        if line["postings"] != known[3] or decimal.Decimal(line["debits"]) - decimal.Decimal(line["credits"]) != known[2]:
            raise Fault(self.head["seq"], "stored_postings")

    def end(self, line):
        if (self.head["seq"], self.head["event_hash"]) != (self.seq, self.hash):
            raise Fault(self.seq if self.head["seq"] == self.seq else min(self.head["seq"], self.seq) + 1, "archive_head")
        if self.covered < self.seq:
            raise Fault(self.covered + 1, "uncovered")
        for kid, (seq, purpose, jwk) in self.keys.items():
            stored = self.stored_keys.get(kid)
            if stored is None or (stored["purpose"], stored["public_jwk"]) != (purpose, jwk):
                raise Fault(seq, "stored_key")
        if self.accounts:
            raise Fault(self.head["seq"], "stored_account")
        if {kind: line[kind] for kind in self.counts} != self.counts:
            raise Fault(self.head["seq"], "end")


def check(lines):
    state = Check(json.loads(next(lines)))
    take = {"event": state.event, "head": state.signed_head, "anchor": state.anchor, "account": state.account, "end": state.end}
    fault = None
    try:
        for text in lines:
            line = json.loads(text)
            kind = line["kind"]
            if kind == "key":
                state.stored_keys[line["kid"]] = line
            if kind != "end":
                state.counts[kind + "s"] += 1
            if kind in take:
                take[kind](line)
    except Fault as found:
        fault = {"seq": found.seq, "code": found.code}
    return {"fault": fault, "events": state.seq, "head": state.hash, "root": state.tree.root().hex() if state.seq else "", **{"heads": state.counts["heads"]}}


with open(sys.argv[1], "rb") as opened:
    compressed = opened.read(2) == b"\x1f\x8b"
with (gzip.open if compressed else open)(sys.argv[1], "rt", encoding="utf-8", newline="\n") as archive:
    print(json.dumps(check(iter(archive))))

# What a beancount file comes to, as JSON lines: read by beancount itself, with its includes, plugins, pads and booking.
import json
import sys

from beancount import loader
from beancount.core import data, inventory

entries, errors, options = loader.load_file(sys.argv[1])


def plain(number):
    return format(number, "f")


def say(value):
    print(json.dumps(value, ensure_ascii=False))


for error in errors:
    source = getattr(error, "source", None) or {}
    say({"kind": "error", "place": "line %s" % source.get("lineno", "?"), "sentence": str(error.message).split("\n")[0]})

roots = {options["name_" + name]: letter for name, letter in
         (("assets", "A"), ("liabilities", "L"), ("equity", "E"), ("income", "I"), ("expenses", "X"))}
held = {}
for entry in entries:
    if isinstance(entry, data.Open):
        say({"kind": "account", "name": entry.account, "class": roots.get(entry.account.split(":")[0])})
    elif isinstance(entry, data.Transaction):
        words = " · ".join(w for w in (entry.payee, entry.narration) if w)
        legs = []
        for posting in entry.postings:
            legs.append([posting.account, plain(posting.units.number), posting.units.currency])
            held.setdefault(posting.account, inventory.Inventory()).add_amount(posting.units)
        say({"kind": "transaction", "place": "line %s" % entry.meta.get("lineno", "?"), "date": str(entry.date), "narrative": words, "legs": legs})

for account, holdings in held.items():
    for position in holdings:
        say({"kind": "balance", "account": account, "number": plain(position.units.number), "currency": position.units.currency})

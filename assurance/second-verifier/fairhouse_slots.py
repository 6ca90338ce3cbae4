#!/usr/bin/env python3
"""A second, independent verifier of slot rounds. Standard library only.

Written from the published PAR sheets (docs/slots) and studio/README.md, not from the studio's code, so that an error in one of
the two cannot hide in the other. Strips, pays, lines and stakes are data, printed to slot-rules.json beside this file; how a
round is played is written here once more.

    python3 fairhouse_slots.py round.json            GET /api/v1/rounds/{id}, a saved proof file, or a bare record
    python3 fairhouse_slots.py check < records.txt    one record as JSON a line; prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be checked.
"""

import hashlib
import hmac
import json
import sys
from fractions import Fraction
from math import prod
from pathlib import Path

RULES = json.loads(Path(__file__).with_name("slot-rules.json").read_text(encoding="utf-8"))


class Draws:
    """Unbiased numbers from the words of a round, with what each decided."""

    def __init__(self, seed, context):
        self.words = self.stream(seed, context)
        self.made = []

    @staticmethod
    def stream(seed, context):
        block = 0
        while True:
            digest = hmac.digest(seed, f"fairhouse-1:{context}:{block}".encode("ascii"), "sha256")
            for at in range(0, 32, 8):
                yield int.from_bytes(digest[at : at + 8], "big")
            block += 1

    def below(self, name, limit):
        while True:
            product = next(self.words) * limit
            if product % 2**64 >= 2**64 % limit:
                break
        value = product >> 64
        self.made.append({"name": name, "range": limit, "value": value})
        return value

    def weighted(self, name, table):
        ticket = self.below(name, sum(row["weight"] for row in table))
        for row in table:
            ticket -= row["weight"]
            if ticket < 0:
                return row["value"]
        raise AssertionError("a ticket is below the sum of the weights")


def column(strip, stop, rows):
    return [strip[(stop + row) % len(strip)] for row in range(rows)]


def spin(rules, draws, kind="base"):
    """Every reel in turn: the column from its stop downwards."""
    strips = rules["strips"][kind]
    return [
        column(strip, draws.below(f"{kind} reel {number}", len(strip)), rules["rows"])
        for number, strip in enumerate(strips, 1)
    ]


def line_units(rules, window, line):
    """What one line pays from the left: its symbol with wilds, or the wilds in front alone where they pay more."""
    cells = [window[reel][int(row)] for reel, row in enumerate(line)]
    wild = rules["wild"]
    symbol = next((cell for cell in cells if cell != wild), wild)

    def run(matches):
        return next((at for at, cell in enumerate(cells) if not matches(cell)), len(cells))

    pay = rules["pays"].get
    whole = pay(symbol, {}).get(str(run(lambda cell: cell in (symbol, wild))), 0)
    wilds = pay(wild, {}).get(str(run(lambda cell: cell == wild)), 0) if wild else 0
    return max(whole, wilds)


def lines_units(rules, window):
    return sum(line_units(rules, window, line) for line in rules["lines"])


def ways_units(rules, window, worth):
    """Every paying symbol on reels in a row from the left, times the cells it has on each."""
    total = 0
    for symbol, pays in rules["pays"].items():
        if symbol == rules["wild"]:
            continue
        counts = [sum(worth if cell == rules["wild"] else cell == symbol for cell in reel) for reel in window]
        run = next((at for at, count in enumerate(counts) if count == 0), len(counts))
        total += pays.get(str(run), 0) * prod(counts[:run])
    return total


def count_of(window, symbol):
    return sum(reel.count(symbol) for reel in window)


def seven_struck(rules, draws, _mode):
    window = spin(rules, draws)
    units = lines_units(rules, window)
    alike = {cell for reel in window for cell in reel} - {rules["wild"]}
    return units * 2 if len(alike) <= 1 else units


def plumb(rules, draws, _mode):
    window = spin(rules, draws)
    plate = draws.weighted("plate", rules["tables"]["plate"])
    return lines_units(rules, window) * plate


def masque(rules, draws, _mode):
    strips = rules["strips"]["base"]
    size = draws.weighted("link", rules["tables"]["link"])
    first = 0 if size == len(strips) else draws.below("first linked reel", len(strips) - size + 1)
    window = []
    for reel, strip in enumerate(strips):
        if first < reel < first + size:
            window.append(window[first])
        else:
            stop = draws.below(f"base reel {reel + 1}", len(strip))
            window.append(column(strip, stop, rules["rows"]))
    return lines_units(rules, window)


def altyn_dala(rules, draws, mode):
    awards = {3: 8, 4: 12, 5: 20}
    units, spins = 0, 8
    if mode == "base":
        window = spin(rules, draws)
        units = ways_units(rules, window, 1)
        spins = awards.get(count_of(window, rules["scatter"]), 0)
    played = 0
    while played < spins:
        played += 1
        window = spin(rules, draws, "free")
        units += ways_units(rules, window, 3)
        spins = min(50, spins + awards.get(count_of(window, rules["scatter"]), 0))
    return units


def codex_zenith(rules, draws, mode):
    book = rules["wild"]
    stakes = {3: 2, 4: 20, 5: 200}

    def turn(kind):
        window = spin(rules, draws, kind)
        books = count_of(window, book)
        return window, books, lines_units(rules, window) + stakes.get(books, 0) * rules["units"]

    units, starts = 0, True
    if mode == "base":
        _, books, units = turn("base")
        starts = books >= 3
    if not starts:
        return units
    symbols = [symbol for symbol in rules["letters"] if symbol != book]
    special = symbols[draws.below("expanding symbol", len(symbols))]
    left = 10
    while left > 0:
        left -= 1
        window, books, won = turn("free")
        if books >= 3:
            left += 10
        reels = sum(special in reel for reel in window)
        units += won + rules["pays"][special].get(str(reels), 0) * len(rules["lines"])
    return units


GAMES = {
    "seven-struck": seven_struck,
    "plumb": plumb,
    "masque": masque,
    "altyn-dala": altyn_dala,
    "codex-zenith": codex_zenith,
}


def sha256(text):
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


def decimal(micros):
    whole, rest = divmod(micros, 10**6)
    return f"{whole}.{rest:06d}".rstrip("0").rstrip(".")


def micros_of(amount):
    return int(Fraction(amount) * 10**6)


def computed(record):
    """What the seeds make of the round: every field of the record that follows from them."""
    rules = RULES[record["game"]]
    if record["mode"] not in rules["modes"]:
        raise ValueError(f"{record['game']} has no mode {record['mode']}")
    if record["stake"] not in rules["stakes"][record["currency"]]:
        raise ValueError(f"{record['game']} has no stake of {record['stake']} {record['currency']}")
    seed, casino_seed = bytes.fromhex(record["seed"]), bytes.fromhex(record["casino_seed"])
    named = f"fwp-1:{record['game']}:{record['nonce']}".encode("ascii")
    answer = hmac.digest(casino_seed, named, "sha256")[:16].hex()
    draws = Draws(seed, f"{record['game']}:{record['client_seed']}:{record['nonce']}:{answer}")
    won = GAMES[record["game"]](rules, draws, record["mode"])
    units = min(won, rules["max_win"] * rules["units"])
    multiple = Fraction(units, rules["units"])
    return {
        "seed_hash": sha256(record["seed"]),
        "casino_seed_hash": sha256(record["casino_seed"]),
        "answer": answer,
        "draws": draws.made,
        "multiple": {"numerator": multiple.numerator, "denominator": multiple.denominator},
        "capped": won > units,
        "payout": decimal(micros_of(record["stake"]) * units // rules["units"]),
    }


def differences(record):
    return [name for name, value in computed(record).items() if record[name] != value]


def record_in(given):
    for key in ("data", "provided", "record"):
        given = given.get(key) or given
    return given


def check_file(path):
    record = record_in(json.loads(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")))
    if record.get("game") not in GAMES:
        print(f"this verifier does not know {record.get('game')}")
        return 2
    if record["seed"] is None or record["casino_seed"] is None:
        print("the seeds are not revealed yet")
        return 2
    wrong = differences(record)
    for name, value in computed(record).items():
        shown = f"{len(value)} draws" if name == "draws" else value
        print(f"{'DIFFERS' if name in wrong else 'ok     '} {name}: {shown}")
    return 1 if wrong else 0


def check_lines(lines):
    checked = wrong = 0
    for line in lines:
        record = json.loads(line)
        checked += 1
        found = differences(record)
        if not found:
            continue
        wrong += 1
        print(f"{record['game']} {record['mode']} nonce {record['nonce']}: {', '.join(found)}")
    print(f"{checked} rounds, {wrong} differ")
    return 1 if wrong else 0


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        return check_lines(sys.stdin) if arguments[0] == "check" else check_file(arguments[0])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"cannot check this: {error!r}")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

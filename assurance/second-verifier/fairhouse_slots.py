#!/usr/bin/env python3
"""A second, independent verifier of slot rounds. Standard library only.

Written from the published PAR sheets (docs/slots) and studio/README.md, so that an error in one of the two cannot hide in the
other. Strips, pays, lines, weights and stakes are data, printed to slot-rules.json beside this file, and the tiers of books are
read from the slots' folders; how a round is played is written here once more.

    python3 fairhouse_slots.py round.json            GET /api/v1/rounds/{id}, a saved proof file, or a bare record
    python3 fairhouse_slots.py check < records.txt    one record as JSON a line; prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be checked.
"""

import hashlib
import hmac
import json
import re
import sys
from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import prod
from pathlib import Path

from studio_rounds import CannotCheck, Draws, decimal, main, micros_of

RULES = json.loads(Path(__file__).with_name("slot-rules.json").read_text(encoding="utf-8"))
SLOTS = Path(__file__).parent.parent.parent / "studio" / "slots"


class SlotDraws(Draws):
    """Draws with what each decided."""

    def __init__(self, seed, context):
        super().__init__(seed, context)
        self.made = []

    def draw(self, name, limit):
        value = self.below(limit)
        self.made.append({"name": name, "range": limit, "value": value})
        return value

    def weighted(self, name, table):
        ticket = self.draw(name, sum(row["weight"] for row in table))
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
        column(strip, draws.draw(f"{kind} reel {number}", len(strip)), rules["rows"])
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
    first = 0 if size == len(strips) else draws.draw("first linked reel", len(strips) - size + 1)
    window = []
    for reel, strip in enumerate(strips):
        if first < reel < first + size:
            window.append(window[first])
        else:
            stop = draws.draw(f"base reel {reel + 1}", len(strip))
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
    special = symbols[draws.draw("expanding symbol", len(symbols))]
    left = 10
    while left > 0:
        left -= 1
        window, books, won = turn("free")
        if books >= 3:
            left += 10
        reels = sum(special in reel for reel in window)
        units += won + rules["pays"][special].get(str(reels), 0) * len(rules["lines"])
    return units


def salt_caravan(rules, draws, _mode):
    wild, last = rules["wild"], len(rules["strips"]["base"])
    window = [None] * last
    held, units = set(), 0
    while True:
        for reel, strip in enumerate(rules["strips"]["base"]):
            if reel not in held:
                window[reel] = column(strip, draws.draw(f"base reel {reel + 1}", len(strip)), rules["rows"])
        lit = {reel for reel, cells in enumerate(window) if wild in cells}
        for reel in lit:
            window[reel] = [wild] * rules["rows"]
        units += lines_units(rules, window)
        # From the right as well; all five alike have been paid from the left.
        for line in rules["lines"]:
            mirrored = line_units(rules, window[::-1], line[::-1])
            five = line_units(rules, window, line) if whole_line(rules, window, line) else 0
            units += 0 if five else mirrored
        if lit == held:
            return units
        held = lit


def whole_line(rules, window, line):
    symbols = {window[reel][int(row)] for reel, row in enumerate(line)} - {rules["wild"]}
    return len(symbols) <= 1


def night_forge(rules, draws, mode):
    wild, rows = rules["wild"], rules["rows"]

    def turn(kind, ingots):
        """A window whose reels with an ingot show their strips in the other cells, and the ingots on it."""
        window = spin(rules, draws, kind)
        for reel, row in enumerate(ingots):
            if row is not None:
                window[reel] = window[reel][:row] + [wild] + window[reel][row : rows - 1]
        landed = window[-1].index(wild) if wild in window[-1] else None
        return window, [*ingots[:-1], landed]

    def forge():
        units, ingots, played = 0, [None] * 5, 0
        while played < 4 or any(row is not None for row in ingots):
            if played < 4:
                ingots = [*ingots[:-1], draws.draw("ingot row", rows)]
            window, _ = turn("forge", ingots)
            units += ways_units(rules, window, 1)
            ingots = [*ingots[1:], None]
            played += 1
        return units

    if mode == "buy":
        return forge()
    window, ingots = turn("base", [None] * 5)
    units = ways_units(rules, window, 1)
    opens = count_of(window, rules["scatter"]) == 3
    ingots = [*ingots[1:], None]
    while any(row is not None for row in ingots):
        window, ingots = turn("base", ingots)
        units += ways_units(rules, window, 1)
        ingots = [*ingots[1:], None]
    return units + (forge() if opens else 0)


def loom(rules, draws, mode):
    paying = [symbol for symbol in rules["letters"] if symbol in rules["pays"]]

    def turn(kind):
        heights = [draws.weighted("height", rules["tables"]["height"]) for _ in rules["strips"][kind]]
        window = [reel[:height] for reel, height in zip(spin(rules, draws, kind), heights)]
        if count_of(window, "?"):
            shown = paying[draws.draw("mystery", len(paying))]
            window = [[shown if cell == "?" else cell for cell in reel] for reel in window]
        return window, ways_units(rules, window, 1)

    units, spins = 0, 8
    if mode == "base":
        window, units = turn("base")
        hanks = min(6, count_of(window, rules["scatter"]))
        spins = {4: 8, 5: 10, 6: 12}.get(hanks, 0)
    return units + sum(number * turn("free")[1] for number in range(1, spins + 1))


def lantern_harbour(rules, draws, _mode):
    def values(count):
        return sum(draws.weighted("lantern value", rules["tables"]["lantern value"]) for _ in range(count))

    window = spin(rules, draws)
    units = lines_units(rules, window)
    dark = 15 - count_of(window, "o")
    if dark > 9:
        return units
    stakes, left = values(15 - dark), 3
    while left > 0 and dark > 0:
        left -= 1
        fresh = sum(draws.draw("lantern", 24) == 0 for _ in range(dark))
        stakes += values(fresh)
        dark -= fresh
        if fresh:
            left = 3
    return units + (stakes + (1000 if dark == 0 else 0)) * rules["units"]


def winter_fair(rules, draws, _mode):
    window = spin(rules, draws)
    units = lines_units(rules, window)
    if count_of(window, rules["scatter"]) == 3:
        units += draws.weighted("wheel", rules["tables"]["wheel"]) * rules["units"]
    # The pot is not part of the multiple: the casino pays it.
    draws.draw("pot", 20_000_000)
    return units


class PublicStream:
    """sfc32 (PractRand), seeded with the number of a book: what everybody can compute."""

    def __init__(self, seed):
        self.state = [0x9E3779B9 ^ seed, 0x243F6A88, (0xB7E15162 + seed) % 2**32, 1]
        for _ in range(20):
            self.word()

    def word(self):
        a, b, c, counter = self.state
        drawn = (a + b + counter) % 2**32
        rotated = (c << 21 | c >> 11) % 2**32
        self.state = [b ^ b >> 9, (c + (c << 3)) % 2**32, (rotated + drawn) % 2**32, (counter + 1) % 2**32]
        return drawn

    def below(self, limit):
        while True:
            product = self.word() * limit
            if product % 2**32 >= 2**32 % limit:
                return product >> 32

    def weighted(self, table):
        """The place of the row that the ticket falls on."""
        ends = list(accumulate(table))
        return bisect_right(ends, self.below(ends[-1]))


@lru_cache
def books(slug, tiers, weights):
    """Streams by tier, and the weight of a book of each."""
    text = (SLOTS / slug / "books.ts").read_text(encoding="utf-8")
    letters = re.search(rf'const {tiers} =\s*"([a-z]+)"', text)[1]
    by_tier = [int(weight) for weight in re.search(rf"const {weights} = \[([^]]+)\]", text)[1].split(",")]
    streams = [[] for _ in by_tier]
    for stream, letter in enumerate(letters):
        streams[ord(letter) - ord("a")].append(stream)
    return list(zip(by_tier, streams)), len(letters)


def draw_book(draws, name, slug, tiers, weights):
    table, _ = books(slug, tiers, weights)
    ticket = draws.draw(name, sum(weight * len(streams) for weight, streams in table))
    for weight, streams in table:
        if ticket < weight * len(streams):
            return streams[ticket // weight]
        ticket -= weight * len(streams)
    raise AssertionError("a ticket is below the sum of the weights")


def weights_of(rules, name):
    return [row["weight"] for row in rules["tables"][name]]


def crown_assay(rules, draws, mode):
    letters, rows = rules["letters"], rules["rows"]
    stones_table = rules["tables"]["touchstone"]
    stone_weights = [row["weight"] for row in stones_table]

    def fill(grid, chance, weights):
        """New symbols for the empty places, reel by reel from the top; a touchstone brings its value."""
        for reel in grid:
            missing = rows - len(reel)
            fresh = []
            for _ in range(missing):
                symbol = letters[chance.weighted(weights)]
                value = stones_table[chance.weighted(stone_weights)]["value"] if symbol == "X" else 0
                fresh.append((symbol, value))
            reel[:0] = fresh

    def tumble(chance, weights):
        grid, won = [[] for _ in range(6)], 0
        while True:
            fill(grid, chance, weights)
            shown = [symbol for reel in grid for symbol, _ in reel]
            winners = {symbol for symbol in rules["pays"] if shown.count(symbol) >= 8}
            if not winners:
                break
            for symbol in winners:
                count = shown.count(symbol)
                won += rules["pays"][symbol]["12" if count >= 12 else "10" if count >= 10 else "8"]
            grid = [[cell for cell in reel if cell[0] not in winners] for reel in grid]
        stones = sum(value for reel in grid for _, value in reel)
        hallmarks = shown.count("H")
        return won, stones, hallmarks, {4: 3, 5: 5}.get(hallmarks, 100 if hallmarks > 5 else 0) * rules["units"]

    def free_spins():
        stream = draw_book(draws, "free spins book", "crown-assay", "freeTiers", "freeBookWeights")
        _, spin_books = books("crown-assay", "spinTiers", "spinWeights")
        chance = PublicStream(spin_books + stream)
        weights = weights_of(rules, "cells of free spins, by place in the list of symbols")
        units, kept, left = 0, 0, 15
        while left > 0 and units < rules["max_win"] * rules["units"]:
            left -= 1
            won, stones, hallmarks, extra = tumble(chance, weights)
            kept += stones if won else 0
            units += won * max(1, kept) + extra
            left += 5 if hallmarks >= 3 else 0
        return units

    if mode == "buy":
        return free_spins()
    chance = PublicStream(draw_book(draws, "spin book", "crown-assay", "spinTiers", "spinWeights"))
    won, stones, hallmarks, extra = tumble(chance, weights_of(rules, "cells, by place in the list of symbols"))
    return won * max(1, stones) + extra + (free_spins() if hallmarks >= 4 else 0)


def moth_and_flame(rules, draws, _mode):
    letters, size = rules["letters"], rules["rows"]
    lamp, moon, flower = rules["wild"], rules["scatter"], "f"
    weights = weights_of(rules, "cells, by place in the list of symbols")
    chance = PublicStream(draw_book(draws, "book", "moth-and-flame", "tiers", "weights"))
    cells = [(reel, row) for reel in range(size) for row in range(size)]
    grid, light = dict.fromkeys(cells), dict.fromkeys(cells, 0)

    def fill():
        """What is left falls to the bottom of its reel; new symbols come reel by reel from the top."""
        for reel in range(size):
            kept = [grid[reel, row] for row in range(size) if grid[reel, row] is not None]
            for row, symbol in enumerate([None] * (size - len(kept)) + kept):
                grid[reel, row] = symbol
        for cell in cells:
            if grid[cell] is None:
                grid[cell] = letters[chance.weighted(weights)]

    def cluster_at(start):
        symbol, cluster, edge = grid[start], {start}, [start]
        while edge:
            reel, row = edge.pop()
            for near in ((reel - 1, row), (reel + 1, row), (reel, row - 1), (reel, row + 1)):
                if near not in cluster and grid.get(near) in (symbol, lamp):
                    cluster.add(near)
                    edge.append(near)
        return cluster

    def pay_of(symbol, count):
        return rules["pays"][symbol][str(max(int(least) for least in rules["pays"][symbol] if int(least) <= count))]

    def collect(cascade):
        won, seen, gone = 0, set(), set()
        for start in cells:
            if grid[start] not in rules["pays"] or start in seen:
                continue
            cluster = cluster_at(start)
            seen |= {cell for cell in cluster if grid[cell] == grid[start]}
            if len(cluster) < 5:
                continue
            lights = sum(light[cell] for cell in cluster)
            won += pay_of(grid[start], len(cluster)) * cascade * max(1, lights)
            for cell in cluster:
                light[cell] = min(640, 2 * light[cell])
            gone |= cluster
        caught = sum(grid[cell] != flower for cell in gone)
        for cell in gone:
            grid[cell] = None
        return won, max(1, caught) if won else 0

    fill()
    units, moths, cascade, burst = 0, 0, 1, False
    while units < rules["max_win"] * rules["units"]:
        won, caught = collect(cascade)
        if caught:
            units += won
            moths += caught * cascade
            cascade += 1
            fill()
        elif not burst and moths >= 50:
            burst = True
            free = list(cells)
            for _ in range(4):
                grid[free.pop(chance.below(len(free)))] = lamp
        elif moon in grid.values():
            for cell in cells:
                if grid[cell] == moon:
                    light[cell] = min(640, light[cell] + 5)
                    grid[cell] = None
            fill()
        else:
            break
    return units


GAMES = {
    "seven-struck": seven_struck,
    "plumb": plumb,
    "masque": masque,
    "altyn-dala": altyn_dala,
    "codex-zenith": codex_zenith,
    "lantern-harbour": lantern_harbour,
    "salt-caravan": salt_caravan,
    "night-forge": night_forge,
    "loom": loom,
    "crown-assay": crown_assay,
    "moth-and-flame": moth_and_flame,
    "winter-fair": winter_fair,
}


def sha256(text):
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


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
    draws = SlotDraws(seed, f"{record['game']}:{record['client_seed']}:{record['nonce']}:{answer}")
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


def checks(record):
    if record.get("game") not in GAMES:
        raise CannotCheck(f"this verifier does not know {record.get('game')}")
    if record["seed"] is None or record["casino_seed"] is None:
        raise CannotCheck("the seeds are not revealed yet")
    for name, value in computed(record).items():
        yield name, value, record[name]


def name_of(record):
    return f"{record['game']} {record['mode']} nonce {record['nonce']}"


if __name__ == "__main__":
    sys.exit(main(__doc__, checks, name_of))

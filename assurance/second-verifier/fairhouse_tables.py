#!/usr/bin/env python3
"""A second, independent verifier of rounds of live tables. Standard library only.

Written from the published pages (docs/tables) and studio/README.md, so that an error in one of the two cannot hide in the
other. It checks link, chain, the published list of bets, the times of the close, the result and the payout. Signatures of the
beacon (BLS12-381) are checked by the other verifier only: this one takes the value that the record states.

    python3 fairhouse_tables.py round.json            GET /api/v1/rounds/{id}, a saved proof file, or a bare record
    python3 fairhouse_tables.py check < records.txt    one record or golden round as JSON a line; prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be checked.
"""

import hashlib
import sys
from datetime import datetime
from fractions import Fraction

from studio_rounds import CannotCheck, Draws, decimal, main, micros_of

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in "shdc" for rank in RANKS]
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WHEEL = (
    "47 1 2 1 7 1 2 1 2 1 15 1 2 1 7 1 2 1 2 1 7 2 1 2 1 15 1 2 1 7 1 2 1 2 1 7 1 2 1 2 15 1 2 1 7 1 2 1 2 1"
).split()


class Shoe:
    """Eight fresh decks, sorted; a draw takes the n-th card that is left."""

    def __init__(self, draws):
        self.draws = draws
        self.cards = [card for card in DECK for _ in range(8)]

    def deal(self):
        return self.cards.pop(self.draws.below(len(self.cards)))


class Roulette:
    @staticmethod
    def draw(draws):
        return {"number": draws.below(37)}

    @staticmethod
    def covered(spot):
        kind, *given = spot.split("-")
        named = [int(text) for text in given if text.isdigit()]
        count = {"street": 3, "line": 6}
        if kind in ("straight", "split", "trio"):
            return set(named)
        if kind in count:
            return set(range(named[0], named[0] + count[kind]))
        if kind == "corner":
            return {named[0], named[0] + 1, named[0] + 3, named[0] + 4}
        if kind == "column":
            return set(range(named[0], 37, 3))
        if kind == "dozen":
            return set(range(12 * named[0] - 11, 12 * named[0] + 1))
        return {
            "first": {0, 1, 2, 3},
            "low": set(range(1, 19)),
            "high": set(range(19, 37)),
            "even": set(range(2, 37, 2)),
            "odd": set(range(1, 37, 2)),
            "red": RED,
            "black": set(range(1, 37)) - RED,
        }[kind]

    @classmethod
    def multiple(cls, outcome, spot):
        numbers = cls.covered(spot)
        return Fraction(36, len(numbers)) if outcome["number"] in numbers else 0


def points(card):
    return min(RANKS.index(card[:-1]) + 1, 10) % 10


def total(hand):
    return sum(map(points, hand)) % 10


class Baccarat:
    @staticmethod
    def draw(draws):
        shoe = Shoe(draws)
        hands = {"player": [], "banker": []}
        for side in ("player", "banker", "player", "banker"):
            hands[side].append(shoe.deal())
        player, banker = hands["player"], hands["banker"]
        if max(total(player), total(banker)) >= 8:
            return hands
        if total(player) >= 6:
            if total(banker) <= 5:
                banker.append(shoe.deal())
            return hands
        had = total(banker)
        third = shoe.deal()
        player.append(third)
        wants = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}.get(had, "0123456789")
        if str(points(third)) in wants:
            banker.append(shoe.deal())
        return hands

    @staticmethod
    def multiple(outcome, spot):
        player, banker = outcome["player"], outcome["banker"]
        ahead = total(player) - total(banker)
        pairs = {side: outcome[side][0][:-1] == outcome[side][1][:-1] for side in outcome}
        perfect = sum(outcome[side][0] == outcome[side][1] for side in outcome)
        return {
            "player": 2 if ahead > 0 else 1 if ahead == 0 else 0,
            "banker": Fraction(39, 20) if ahead < 0 else 1 if ahead == 0 else 0,
            "tie": 9 if ahead == 0 else 0,
            "player-pair": 12 * pairs["player"],
            "banker-pair": 12 * pairs["banker"],
            "either-pair": 6 * any(pairs.values()),
            "perfect-pair": [0, 26, 201][perfect],
        }[spot]


class DragonTiger:
    @staticmethod
    def draw(draws):
        shoe = Shoe(draws)
        return {"dragon": shoe.deal(), "tiger": shoe.deal()}

    @staticmethod
    def multiple(outcome, spot):
        dragon, tiger = (RANKS.index(outcome[side][:-1]) for side in ("dragon", "tiger"))
        tie = dragon == tiger
        return {
            "dragon": Fraction(1, 2) if tie else 2 * (dragon > tiger),
            "tiger": Fraction(1, 2) if tie else 2 * (tiger > dragon),
            "tie": 12 * tie,
            "suited-tie": 51 * (outcome["dragon"] == outcome["tiger"]),
        }[spot]


class Wheel:
    @staticmethod
    def draw(draws):
        return {"segment": draws.below(len(WHEEL))}

    @staticmethod
    def multiple(outcome, spot):
        if spot[1:] not in WHEEL:
            raise ValueError(f"the wheel has no {spot}")
        return int(spot[1:]) + 1 if WHEEL[outcome["segment"]] == spot[1:] else 0


class SicBo:
    PAYS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}

    @staticmethod
    def draw(draws):
        return {"dice": [draws.below(6) + 1 for _ in range(3)]}

    @classmethod
    def multiple(cls, outcome, spot):
        dice = outcome["dice"]
        kind, *given = spot.split("-")
        named = [int(text) for text in given if text.isdigit()]
        thrown, triple = sum(dice), len(set(dice)) == 1
        if kind in ("small", "big", "odd", "even"):
            has = {"small": thrown < 11, "big": thrown > 10, "odd": thrown % 2 == 1, "even": thrown % 2 == 0}[kind]
            return 2 * (has and not triple)
        if kind == "total":
            return (cls.PAYS[min(named[0], 21 - named[0])] + 1) * (thrown == named[0])
        if kind == "any":
            return 33 * triple
        if kind == "pair":
            return 7 * all(face in dice for face in named)
        shown = dice.count(named[0])
        return {"single": [0, 2, 3, 13][shown], "double": 12 * (shown > 1), "triple": 201 * (shown > 2)}[kind]


TABLES = {
    "meridian-roulette": Roulette,
    "garnet-baccarat": Baccarat,
    "dragon-tiger": DragonTiger,
    "house-wheel": Wheel,
    "sic-bo": SicBo,
}


def sha256(data):
    return hashlib.sha256(data).digest()


def paid(table, outcome, layouts):
    stakes = [(bet["spot"], micros_of(bet["amount"])) for layout in layouts for bet in layout]
    won = sum(amount * table.multiple(outcome, spot) for spot, amount in stakes)
    if Fraction(won).denominator != 1:
        raise ValueError("a payout is whole micro-units")
    return decimal(sum(amount for _, amount in stakes)), decimal(int(won))


def drawn(game, link, number, salt, beacon_round, value):
    context = f"live-{game}:{number}:{salt}:{beacon_round}:{value}"
    return TABLES[game].draw(Draws(bytes.fromhex(link), context))


def golden_checks(given):
    """A golden round: what decides it, a layout, and what comes of it."""
    game = given["table"]
    numbers = given["round"], given["salt"], given["beacon_round"], given["beacon_value"]
    outcome = drawn(game, given["link"], *numbers)
    _, payout = paid(TABLES[game], outcome, [given["layout"]])
    yield "outcome", outcome, given["outcome"]
    yield "payout", payout, given["payout"]


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def is_in_time(record):
    """Bets are published after the close, and before a beacon value that is due two seconds after it."""
    info, close = record["beacon"]["info"], record["close"]
    due = info["genesis_time"] + (record["beacon"]["round"] - 1) * info["period"]
    if close["published_at"] is None:
        return False
    closes, published = moment(close["closes_at"]), moment(close["published_at"])
    return closes + 2 <= due and closes <= published < due


def root_of(record, bet):
    stakes = ",".join(f"{each['spot']}={micros_of(each['amount'])}" for each in bet["layout"])
    line = f"{bet['entry']}:{record['entry_id']}:{record['currency']}:{stakes}"
    node = sha256(b"\0" + line.encode("ascii"))
    for step in bet["path"]:
        beside = bytes.fromhex(step["hash"])
        node = sha256(b"\1" + (node + beside if step["side"] == "right" else beside + node))
    return node.hex()


def head_of(record):
    link = bytes.fromhex(record["link"])
    for _ in range(record["index"]):
        link = sha256(link)
    return link.hex()


def record_checks(record):
    if record.get("game") not in TABLES:
        raise CannotCheck(f"this verifier does not know {record.get('game')}")
    beacon, chain, close = record["beacon"], record["chain"], record["close"]
    yield "link_hash", sha256(bytes.fromhex(record["link"])).hex(), record["link_hash"]
    yield "chain", head_of(record), chain["head"]
    for bet in record["bets"]:
        yield "entry", root_of(record, bet), close["entries_hash"]
    if beacon["value"] is None:
        return
    numbers = record["index"], chain["salt"], beacon["round"], beacon["value"]
    outcome = drawn(record["game"], record["link"], *numbers)
    if record["state"] == "void" and record["outcome"] is None:
        return
    yield "order", is_in_time(record), True
    yield "outcome", outcome, record["outcome"]
    stake, payout = paid(TABLES[record["game"]], outcome, [bet["layout"] for bet in record["bets"]])
    yield "stake", stake, record["stake"]
    yield "payout", payout, record["payout"]


def checks(given):
    return golden_checks(given) if "table" in given else record_checks(given)


def name_of(given):
    return f"{given.get('game', given.get('table'))} round {given['round']}"


if __name__ == "__main__":
    sys.exit(main(__doc__, checks, name_of))

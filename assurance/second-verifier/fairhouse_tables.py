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


def worth(hand):
    """Total, and whether an ace counts eleven."""
    hard = sum(min(RANKS.index(card[:-1]) + 1, 10) for card in hand)
    has_ace = any(card[0] == "A" for card in hand)
    return (hard + 10, True) if has_ace and hard <= 11 else (hard, False)


def natural(hand):
    return len(hand) == 2 and worth(hand)[0] == 21


class Blackjack:
    """Played again by the recorded decisions. Anything that the rules do not allow is an error."""

    @staticmethod
    def replay(draws, stated):
        shoe = Shoe(draws)
        numbers = [each["seat"] for each in stated["seats"]]
        if numbers != sorted(set(numbers)) or not all(1 <= number <= 5 for number in numbers):
            raise ValueError("seats are numbered from 1 to 5, in order")
        firsts = {number: shoe.deal() for number in numbers}
        dealer = [shoe.deal()] if numbers else []
        hands = {number: [[firsts[number], shoe.deal()]] for number in numbers}
        dealer += [shoe.deal()] if numbers else []
        doubled, insured = set(), {}
        over = {(number, 0) for number in numbers if natural(hands[number][0])}
        ace = numbers and dealer[0][0] == "A"
        for move in stated["moves"]:
            seat, place, action = move["seat"], move["hand"], move["action"]
            if action in ("insure", "decline"):
                if not ace or seat in insured or seat not in hands or place:
                    raise ValueError("insurance is decided once, against an ace")
                insured[seat] = action == "insure"
                continue
            if (ace and len(insured) < len(numbers)) or natural(dealer):
                raise ValueError("nobody decides before or after the dealer has looked")
            waiting = [(each, at) for each in numbers for at in range(len(hands[each])) if (each, at) not in over]
            if not waiting or waiting[0] != (seat, place):
                raise ValueError("a decision out of turn")
            hand = hands[seat][place]
            if action == "stand":
                over.add((seat, place))
            elif action == "split":
                if len(hands[seat]) > 1 or len(hand) != 2 or worth(hand[:1])[0] != worth(hand[1:])[0]:
                    raise ValueError("only a pair is split, once")
                hands[seat] = [[hand[0], shoe.deal()], [hand[1], shoe.deal()]]
                for at, each in enumerate(hands[seat]):
                    if each[0][0] == "A" or worth(each)[0] == 21:
                        over.add((seat, at))
            elif action == "hit" or (action == "double" and len(hand) == 2):
                hand.append(shoe.deal())
                if action == "double":
                    doubled.add((seat, place))
                if action == "double" or worth(hand)[0] >= 21:
                    over.add((seat, place))
            else:
                raise ValueError(f"no {action} here")
        if ace and len(insured) < len(numbers):
            raise ValueError("insurance is not decided")
        if not natural(dealer) and any((seat, at) not in over for seat in numbers for at in range(len(hands[seat]))):
            raise ValueError("a hand is not decided")
        alive = any(
            worth(hand)[0] <= 21 and not (len(hands[seat]) == 1 and natural(hand))
            for seat in numbers
            for hand in hands[seat]
        )
        while alive and not natural(dealer) and worth(dealer)[0] < 17:
            dealer.append(shoe.deal())
        seats = [
            {
                "seat": seat,
                "hands": [
                    {"cards": hand, "doubled": (seat, at) in doubled} for at, hand in enumerate(hands[seat])
                ],
                "insured": insured.get(seat, False),
            }
            for seat in numbers
        ]
        return {"dealer": dealer, "seats": seats, "moves": stated["moves"]}

    @staticmethod
    def parts(spot):
        """Kind, seat, hand; and whether it follows somebody else's hand."""
        behind = spot.startswith("behind-")
        names = spot.split("-")[behind:]
        if behind and names[0].isdigit():
            names = ["seat", *names]
        kind, seat = names[0], int(names[1])
        if kind not in ("seat", "split", "double", "insurance", "pairs", "plus3") or not 1 <= seat <= 5:
            raise ValueError(f"no spot {spot}")
        return kind, seat, int(kind == "split" or names[2:] == ["2"]), behind

    @classmethod
    def multiple(cls, outcome, spot):
        kind, number, place, _ = cls.parts(spot)
        dealer = outcome["dealer"]
        hands = next(each["hands"] for each in outcome["seats"] if each["seat"] == number)
        first = [hand["cards"][0] for hand in hands] if len(hands) == 2 else hands[0]["cards"][:2]
        if kind == "insurance":
            return 3 * natural(dealer)
        if kind == "pairs":
            return cls.pair(*first)
        if kind == "plus3":
            return cls.poker([*first, dealer[0]])
        hand = hands[place]["cards"]
        is_natural = len(hands) == 1 and natural(hand)
        if worth(hand)[0] > 21:
            return 0
        if natural(dealer):
            return int(is_natural)
        if is_natural:
            return Fraction(5, 2)
        own, other = worth(hand)[0], worth(dealer)[0]
        return 2 if other > 21 or own > other else int(own == other)

    @staticmethod
    def pair(one, two):
        if one[:-1] != two[:-1]:
            return 0
        return 26 if one == two else 13 if (one[-1] in "hd") == (two[-1] in "hd") else 7

    @staticmethod
    def poker(cards):
        ranks = sorted(RANKS.index(card[:-1]) for card in cards)
        flush = len({card[-1] for card in cards}) == 1
        if len(set(ranks)) == 1:
            return 101 if flush else 31
        if ranks == [0, 11, 12] or ranks == list(range(ranks[0], ranks[0] + 3)):
            return 41 if flush else 11
        return 6 * flush

    @classmethod
    def further(cls, outcome, first, taken):
        """Whether the stakes taken with decisions are those that the decisions of the round ask for."""
        stakes, left = dict(first), list(taken)
        for move in outcome["moves"]:
            seat, place, action = move["seat"], move["hand"], move["action"]
            for before in ("", "behind-"):
                main = stakes.get(f"{before or 'seat-'}{seat}", 0)
                if not main or (before and place and f"behind-split-{seat}" not in stakes):
                    continue
                if action == "insure" and not before:
                    due = (f"insurance-{seat}", main // 2)
                elif action == "split":
                    due = (f"{before}split-{seat}", main)
                elif action == "double":
                    due = (f"{before}double-{seat}{'-2' if place else ''}", main)
                else:
                    continue
                if due in left:
                    left.remove(due)
                    stakes[due[0]] = due[1]
                elif not before:
                    return False
        return not left


TABLES = {
    "five-seats-blackjack": Blackjack,
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


def drawn(game, stated, link, number, salt, beacon_round, value):
    """The result of the words; where players decide, by the decisions that are stated."""
    context = f"live-{game}:{number}:{salt}:{beacon_round}:{value}"
    table, draws = TABLES[game], Draws(bytes.fromhex(link), context)
    if not hasattr(table, "replay"):
        return table.draw(draws)
    try:
        return table.replay(draws, stated)
    except (ValueError, KeyError, TypeError) as error:
        return str(error)


def placed_in(bets):
    return [(each["spot"], micros_of(each["amount"])) for bet in bets for each in bet["layout"]]


def golden_checks(given):
    """A golden round: what decides it, a layout, and what comes of it."""
    game = given["table"]
    numbers = given["round"], given["salt"], given["beacon_round"], given["beacon_value"]
    outcome = drawn(game, given["outcome"], given["link"], *numbers)
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
    listed = [bet for bet in record["bets"] if bet["entry"] is not None]
    taken = [bet for bet in record["bets"] if bet["entry"] is None]
    for bet in listed:
        yield "entry", root_of(record, bet), close["entries_hash"]
    if beacon["value"] is None:
        return
    numbers = record["index"], chain["salt"], beacon["round"], beacon["value"]
    if record["state"] == "void" and record["outcome"] is None:
        return
    table = TABLES[record["game"]]
    outcome = drawn(record["game"], record["outcome"], record["link"], *numbers)
    yield "order", is_in_time(record), True
    yield "outcome", outcome, record["outcome"]
    if outcome != record["outcome"]:
        return
    if hasattr(table, "further"):
        yield "further", table.further(outcome, placed_in(listed), placed_in(taken)), True
    elif taken:
        yield "further", False, True
    stake, payout = paid(table, outcome, [bet["layout"] for bet in record["bets"]])
    yield "stake", stake, record["stake"]
    yield "payout", payout, record["payout"]


def checks(given):
    return golden_checks(given) if "table" in given else record_checks(given)


def name_of(given):
    return f"{given.get('game', given.get('table'))} round {given['round']}"


if __name__ == "__main__":
    sys.exit(main(__doc__, checks, name_of))

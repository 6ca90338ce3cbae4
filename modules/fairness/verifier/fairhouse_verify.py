#!/usr/bin/env python3
"""A second, independent verifier of Fairhouse rounds. Standard library only.

Written from the published description (docs/games/README.md), not from the house's own code, so that an error in one of the
two cannot hide in the other.

    python3 fairhouse_verify.py record.json          one proof record, as GET /api/v1/rounds/{id} gives it in data.proof
    python3 fairhouse_verify.py bet.json round.json   a bet beside the public record of its shared round, crash-107
    python3 fairhouse_verify.py check < rounds.txt    many rounds, one a line (see CHECKS); prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be read.
"""

import hashlib
import hmac
import json
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
MASK = (1 << 64) - 1


def words(key, context):
    """Endless 64-bit words: HMAC-SHA256 blocks, four big-endian words each."""
    block = 0
    while True:
        digest = hmac.digest(key, b"fairhouse-1:%s:%d" % (context, block), "sha256")
        yield int.from_bytes(digest[0:8], "big")
        yield int.from_bytes(digest[8:16], "big")
        yield int.from_bytes(digest[16:24], "big")
        yield int.from_bytes(digest[24:32], "big")
        block += 1


def below(stream, n):
    """An unbiased number below n: a word is rejected when the low half of word * n is below 2^64 mod n."""
    rejected = (1 << 64) % n
    for word in stream:
        product = word * n
        if product & MASK >= rejected:
            return product >> 64


def shuffle(stream, size, count):
    """The first `count` of a shuffle of 0 ... size - 1."""
    deck = list(range(size))
    for i in range(count):
        j = i + below(stream, size - i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[:count]


def player_stream(game, seed, client, nonce):
    return words(bytes.fromhex(seed), f"{game}:{client}:{nonce}".encode("ascii"))


def chain_stream(sequence, link, number, salt):
    return words(bytes.fromhex(link), f"{sequence}:{number}:{salt}".encode("ascii"))


def between_stream(game, secret, number, beacon_round, beacon_value, entries_hash):
    return words(bytes.fromhex(secret), f"{game}:{number}:{beacon_round}:{beacon_value}:{entries_hash}".encode("ascii"))


# The payout tables of keno, rules keno-1, as published: multipliers in hundredths by risk, picks (1 to 10) and hits.
KENO_TABLES = {
    "classic": [
        [55, 231],
        [0, 160, 650],
        [0, 88, 330, 1250],
        [0, 55, 194, 700, 2400],
        [0, 0, 153, 495, 1600, 5000],
        [0, 0, 102, 306, 904, 2750, 8000],
        [0, 0, 78, 206, 550, 1550, 4300, 12000],
        [0, 0, 61, 151, 380, 950, 2350, 6000, 15000],
        [0, 0, 0, 145, 332, 750, 1650, 3750, 8500, 19000],
        [0, 0, 0, 120, 246, 485, 950, 1950, 3900, 8000, 15500],
    ],
    "low": [
        [72, 180],
        [55, 131, 310],
        [0, 120, 280, 650],
        [0, 85, 195, 435, 1000],
        [0, 64, 145, 313, 700, 1500],
        [0, 52, 111, 235, 500, 1100, 2300],
        [0, 0, 101, 216, 440, 900, 1900, 4000],
        [0, 0, 81, 160, 332, 650, 1350, 2700, 5500],
        [0, 0, 65, 130, 251, 495, 950, 1900, 3700, 7500],
        [0, 0, 56, 105, 201, 380, 700, 1350, 2600, 4950, 9500],
    ],
    "medium": [
        [40, 276],
        [0, 130, 850],
        [0, 61, 350, 2000],
        [0, 34, 175, 896, 4850],
        [0, 0, 110, 503, 2500, 12000],
        [0, 0, 65, 285, 1250, 5500, 24500],
        [0, 0, 46, 175, 702, 2750, 11000, 43000],
        [0, 0, 34, 125, 428, 1500, 5500, 18500, 65000],
        [0, 0, 0, 104, 324, 1000, 3000, 9000, 28000, 85000],
        [0, 0, 0, 90, 235, 600, 1550, 4100, 10500, 27500, 70000],
    ],
    "high": [
        [0, 396],
        [0, 0, 1715],
        [0, 0, 463, 2943],
        [0, 0, 190, 1100, 6500],
        [0, 0, 0, 688, 3800, 21000],
        [0, 0, 0, 321, 1646, 8500, 43000],
        [0, 0, 0, 173, 848, 3900, 18500, 85000],
        [0, 0, 0, 0, 628, 2700, 11500, 50000, 215000],
        [0, 0, 0, 0, 370, 1454, 5500, 22000, 85000, 335000],
        [0, 0, 0, 0, 243, 850, 3000, 10500, 36500, 130000, 445000],
    ],
}

# The payout tables of plinko, rules plinko-1, as published: multipliers in hundredths by risk, rows (8 to 16) and slot from the left.
PLINKO_TABLES = {
    "low": [
        [560, 268, 140, 78, 48, 78, 140, 268, 560],
        [600, 268, 149, 94, 72, 72, 94, 149, 268, 600],
        [800, 409, 220, 121, 73, 48, 73, 121, 220, 409, 800],
        [880, 412, 210, 130, 90, 72, 72, 90, 130, 210, 412, 880],
        [1000, 551, 311, 182, 110, 72, 50, 72, 110, 182, 311, 551, 1000],
        [1100, 550, 297, 180, 120, 88, 72, 72, 88, 120, 180, 297, 550, 1100],
        [1400, 787, 460, 271, 161, 101, 69, 51, 69, 101, 161, 271, 460, 787, 1400],
        [1500, 773, 431, 250, 160, 112, 85, 73, 73, 85, 112, 160, 250, 431, 773, 1500],
        [1600, 964, 589, 370, 229, 148, 98, 67, 52, 67, 98, 148, 229, 370, 589, 964, 1600],
    ],
    "medium": [
        [1300, 368, 131, 60, 40, 60, 131, 368, 1300],
        [1800, 470, 169, 78, 53, 53, 78, 169, 470, 1800],
        [2100, 696, 252, 111, 58, 38, 58, 111, 252, 696, 2100],
        [2200, 763, 300, 141, 79, 54, 54, 79, 141, 300, 763, 2200],
        [3300, 1199, 459, 201, 98, 55, 40, 55, 98, 201, 459, 1199, 3300],
        [5000, 1600, 567, 240, 120, 70, 53, 53, 70, 120, 240, 567, 1600, 5000],
        [6000, 2193, 840, 356, 168, 85, 52, 43, 52, 85, 168, 356, 840, 2193, 6000],
        [9000, 2900, 1001, 416, 198, 112, 68, 51, 51, 68, 112, 198, 416, 1001, 2900, 9000],
        [12000, 4200, 1600, 629, 288, 140, 79, 52, 40, 52, 79, 140, 288, 629, 1600, 4200, 12000],
    ],
    "high": [
        [3000, 488, 109, 36, 20, 36, 109, 488, 3000],
        [4500, 768, 177, 54, 24, 24, 54, 177, 768, 4500],
        [8000, 1300, 262, 76, 31, 18, 31, 76, 262, 1300, 8000],
        [12100, 2000, 415, 119, 43, 23, 23, 43, 119, 415, 2000, 12100],
        [18000, 3109, 681, 180, 62, 29, 20, 29, 62, 180, 681, 3109, 18000],
        [31000, 5100, 1095, 263, 87, 37, 22, 22, 37, 87, 263, 1095, 5100, 31000],
        [45000, 7900, 1600, 431, 133, 53, 27, 19, 27, 53, 133, 431, 1600, 7900, 45000],
        [66000, 12000, 2592, 650, 200, 77, 35, 20, 20, 35, 77, 200, 650, 2592, 12000, 66000],
        [100000, 18000, 4000, 997, 301, 107, 47, 26, 20, 26, 47, 107, 301, 997, 4000, 18000, 100000],
    ],
}

# Roulette, rules roulette-1: how many numbers a spot of each kind covers, and which numbers are red.
ROULETTE_COVERS = {
    "straight": 1,
    "split": 2,
    "street": 3,
    "trio": 3,
    "corner": 4,
    "first_four": 4,
    "six_line": 6,
    "column": 12,
    "dozen": 12,
    "even_chance": 18,
}
ROULETTE_RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]

# The wheel of the day, rules wheel-1, as published: hundredths of the top prize, and odds in millionths, the dearest first.
WHEEL_PRIZES = [(100, 10_000), (50, 40_000), (20, 150_000), (10, 300_000), (5, 500_000)]

# The cases, rules cases-1, as published: the price in roubles, then prizes as (item, hundredths of the price, odds in millionths).
CASES = {
    "orchard": (
        10,
        [
            ("sun", 1000, 13358),
            ("coins", 400, 31553),
            ("bell", 220, 55282),
            ("feather", 150, 79179),
            ("tulip", 120, 97615),
            ("leaf", 80, 142790),
            ("cherries", 50, 221911),
            ("apple", 30, 358312),
        ],
    ),
    "bazaar": (
        20,
        [
            ("gems", 5000, 2620),
            ("purse", 2000, 6118),
            ("horseshoe", 800, 14289),
            ("ring", 350, 30717),
            ("key", 180, 56850),
            ("coins", 110, 89688),
            ("feather", 70, 136287),
            ("apple", 40, 228723),
            ("cherries", 20, 434708),
        ],
    ),
    "kitchen-garden": (
        30,
        [
            ("coins", 500, 24295),
            ("sun", 200, 65188),
            ("bell", 130, 103680),
            ("tulip", 110, 124120),
            ("cherries", 90, 154070),
            ("apple", 60, 238465),
            ("leaf", 50, 290182),
        ],
    ),
    "harbour": (
        50,
        [
            ("gems", 10000, 2164),
            ("ship", 2500, 6410),
            ("ring", 700, 17373),
            ("key", 300, 33735),
            ("coins", 170, 52635),
            ("trident", 100, 79757),
            ("bell", 60, 118993),
            ("anchor", 30, 205042),
            ("fish", 10, 483891),
        ],
    ),
    "night-watch": (
        80,
        [
            ("crown", 6000, 2516),
            ("shield", 1500, 9039),
            ("star", 500, 24902),
            ("owl", 240, 49008),
            ("moon", 130, 86273),
            ("bell", 80, 135010),
            ("feather", 50, 208375),
            ("key", 20, 484877),
        ],
    ),
    "steppe": (
        100,
        [
            ("crown", 20000, 1195),
            ("leopard", 3000, 5316),
            ("yurt", 800, 15044),
            ("sun", 300, 32551),
            ("bell", 150, 56165),
            ("apple", 90, 83955),
            ("tulip", 50, 133332),
            ("horseshoe", 30, 198989),
            ("feather", 10, 473453),
        ],
    ),
    "library": (
        150,
        [
            ("gems", 1500, 5189),
            ("ring", 600, 15441),
            ("star", 300, 35234),
            ("owl", 180, 64714),
            ("bell", 120, 104853),
            ("book", 90, 147666),
            ("key", 60, 239238),
            ("feather", 40, 387665),
        ],
    ),
    "workshop": (
        200,
        [
            ("crown", 4000, 4706),
            ("ring", 1200, 12891),
            ("shield", 400, 32333),
            ("flame", 160, 69621),
            ("anchor", 100, 103179),
            ("horseshoe", 60, 158229),
            ("bell", 40, 222089),
            ("key", 20, 396952),
        ],
    ),
    "amber": (
        300,
        [
            ("gems", 10000, 857),
            ("crown", 3000, 2865),
            ("leopard", 1500, 5738),
            ("ship", 700, 12316),
            ("book", 400, 21579),
            ("owl", 260, 33229),
            ("ring", 140, 61795),
            ("trident", 100, 86576),
            ("purse", 70, 123776),
            ("cherries", 40, 216853),
            ("apple", 20, 434416),
        ],
    ),
    "mountain-pass": (
        500,
        [
            ("crown", 50000, 445),
            ("sun", 15000, 1193),
            ("star", 2500, 5168),
            ("leopard", 600, 16615),
            ("flame", 200, 40822),
            ("mountain", 110, 66579),
            ("horseshoe", 50, 126918),
            ("leaf", 20, 270941),
            ("feather", 10, 471319),
        ],
    ),
    "caravan": (
        800,
        [
            ("crown", 2000, 6270),
            ("gems", 700, 17495),
            ("ring", 280, 42843),
            ("yurt", 170, 69777),
            ("purse", 110, 106785),
            ("coins", 80, 145782),
            ("horseshoe", 50, 230751),
            ("tulip", 30, 380297),
        ],
    ),
    "lighthouse": (
        1000,
        [
            ("sun", 7500, 1990),
            ("star", 1500, 8901),
            ("ship", 450, 27292),
            ("flame", 220, 53122),
            ("moon", 140, 80902),
            ("bell", 90, 122051),
            ("anchor", 50, 210985),
            ("fish", 20, 494757),
        ],
    ),
    "observatory": (
        2000,
        [
            ("gems", 30000, 913),
            ("sun", 3000, 5659),
            ("star", 700, 17928),
            ("owl", 250, 40535),
            ("moon", 120, 72510),
            ("book", 60, 125580),
            ("key", 30, 217245),
            ("feather", 10, 519630),
        ],
    ),
    "foundry": (
        3000,
        [
            ("crown", 400, 16031),
            ("trident", 200, 48695),
            ("shield", 140, 86253),
            ("flame", 110, 126956),
            ("horseshoe", 90, 175124),
            ("anchor", 80, 211520),
            ("bell", 60, 335421),
        ],
    ),
    "silk-road": (
        5000,
        [
            ("crown", 10000, 1320),
            ("gems", 3000, 4070),
            ("ship", 900, 12547),
            ("yurt", 350, 30345),
            ("ring", 190, 53728),
            ("coins", 110, 89570),
            ("purse", 70, 136687),
            ("feather", 40, 230659),
            ("tulip", 20, 441074),
        ],
    ),
    "treasury": (
        10000,
        [
            ("crown", 5000, 2287),
            ("gems", 1000, 11658),
            ("star", 400, 29470),
            ("ring", 200, 59437),
            ("shield", 120, 99676),
            ("purse", 80, 150250),
            ("key", 50, 241691),
            ("coins", 30, 405531),
        ],
    ),
    "winter-palace": (
        20000,
        [
            ("gems", 2000, 2544),
            ("crown", 600, 12601),
            ("ring", 250, 40338),
            ("owl", 150, 79533),
            ("star", 110, 120106),
            ("key", 80, 183389),
            ("bell", 70, 218986),
            ("moon", 50, 342503),
        ],
    ),
}


def case_configuration(slug):
    roubles, prizes = CASES[slug]
    return {
        "version": "cases-1",
        "tickets": 1_000_000,
        "most_at_once": 5,
        "slug": slug,
        "prices": {"RUB": roubles * 100, "USD": roubles, "KZT": roubles * 500, "INR": roubles * 100, "EUR": roubles},
        "prizes": [{"item": item, "multiple": multiple, "odds": odds} for item, multiple, odds in prizes],
    }


def battle_configuration(slugs):
    return {
        "version": "battles-1",
        "draws": "case by case, seats in order",
        "pot": "all prizes, shared by the highest totals",
        "cases": [case_configuration(slug) for slug in dict.fromkeys(slugs)],
    }


# Every number that the rules of a game stand on, as the documents of the games publish it.
CONFIGURATIONS = {
    "duels": {"version": "duels-1", "payout_percent": 97},
    "rooms": {"version": "rooms-1", "payout_percent": 97, "count_seconds": 30},
    "dice": {
        "version": "dice-1",
        "rolls": 10_000,
        "min_winning_rolls": 1,
        "max_winning_rolls": 9_800,
        "multiplier_numerator": 9_900,
    },
    "plinko": {"version": "plinko-1", "fewest_rows": 8, "most_rows": 16, "tables": PLINKO_TABLES},
    "limbo": {"version": "limbo-1", "bits": 52, "rtp_percent": 99, "min_target": 101, "max_target": 100_000_000},
    "keno": {"version": "keno-1", "numbers": 40, "drawn": 10, "most_picks": 10, "tables": KENO_TABLES},
    "miner": {"version": "miner-1", "tiles": 25, "rows": 5, "least_mines": 1, "most_mines": 24, "rtp_percent": 99},
    "hilo": {
        "version": "hilo-1",
        "ranks": 13,
        "suits": ["diamonds", "hearts", "spades", "clubs"],
        "most_cards": 100,
        "rtp_percent": 99,
    },
    "coinflip": {"version": "coinflip-1", "sides": ["heads", "tails"], "rtp_percent": 99, "most_flips": 20},
    "crash": {
        "version": "crash-1",
        "bits": 52,
        "rtp_percent": 99,
        "max_point": 100_000_000,
        "min_cash_out": 101,
        "growth": "0.00006",
    },
    "wheel": {
        "version": "wheel-1",
        "tickets": 1_000_000,
        "top": {"RUB": 1_000_000, "KZT": 5_000_000, "INR": 1_000_000, "USD": 10_000, "EUR": 10_000},
        "prizes": [{"of": of, "odds": odds} for of, odds in WHEEL_PRIZES],
    },
    "roulette": {
        "version": "roulette-1",
        "pockets": 37,
        "returned": 36,
        "covers": ROULETTE_COVERS,
        "red": ROULETTE_RED,
    },
}


def check_configuration(game, slug=None):
    """Of cases with the slug of one, of battles with those of all, joined by commas."""
    if game == "battles":
        configuration = battle_configuration(slug.split(","))
    else:
        configuration = CONFIGURATIONS[game] if slug is None else case_configuration(slug)
    text = json.dumps(configuration, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dice_roll(seed, client, nonce):
    return below(player_stream("dice", seed, client, nonce), 10_000)


def dice_payout(roll, direction, target, stake):
    """Stake and payout in micro-units, roll and target in hundredths."""
    if direction == "over":
        return stake * 9900 // (9999 - target) if roll > target else 0
    return stake * 9900 // target if roll < target else 0


def plinko_path(seed, client, nonce, rows):
    """Left or right at each row: the bits of one number below 2^rows, the highest first."""
    drawn = below(player_stream("plinko", seed, client, nonce), 1 << rows)
    return "".join("R" if drawn >> row & 1 else "L" for row in reversed(range(rows)))


def plinko_payout(path, risk, stake):
    """(slot, payout); stake and payout in micro-units."""
    slot = path.count("R")
    return slot, stake * PLINKO_TABLES[risk][len(path) - 8][slot] // 100


def limbo_x(seed, client, nonce):
    return below(player_stream("limbo", seed, client, nonce), 1 << 52)


def limbo_result(x):
    """The result in hundredths: the largest multiplier that 99 % of 2^52 over the X from this one on allow."""
    return min(100_000_000, max(100, (99 << 52) // ((1 << 52) - x)))


def limbo_payout(result, target, stake):
    """Stake and payout in micro-units, result and target in hundredths."""
    return stake * target // 100 if result >= target else 0


def keno_numbers(seed, client, nonce):
    return [ball + 1 for ball in shuffle(player_stream("keno", seed, client, nonce), 40, 10)]


def keno_payout(drawn, risk, picks, stake):
    """(hits, payout); stake and payout in micro-units."""
    hits = len(set(drawn) & set(picks))
    return hits, stake * KENO_TABLES[risk][len(picks) - 1][hits] // 100


def roulette_numbers(spot):
    """The numbers that a spot covers, from its name; a name of no spot raises."""
    kind, _, rest = spot.partition("-")
    outside = {
        "red": ROULETTE_RED,
        "black": [number for number in range(1, 37) if number not in ROULETTE_RED],
        "even": range(2, 37, 2),
        "odd": range(1, 37, 2),
        "low": range(1, 19),
        "high": range(19, 37),
        "first-four": range(4),
    }
    if spot in outside:
        return set(outside[spot])
    if spot.startswith("six-line-"):
        first, last = map(int, spot[9:].split("-"))
        return set(range(first, last + 1))
    if kind == "column":
        return set(range(int(rest), 37, 3))
    if kind == "dozen":
        return set(range(12 * int(rest) - 11, 12 * int(rest) + 1))
    if kind not in ROULETTE_COVERS:
        raise ValueError(f"no spot {spot}")
    numbers = set(map(int, rest.split("-")))
    if len(numbers) != ROULETTE_COVERS[kind]:
        raise ValueError(f"no spot {spot}")
    return numbers


def roulette_payout(pocket, chips):
    """Chips are (spot, stake) pairs; stakes and the payout in micro-units."""
    won = [(stake, len(roulette_numbers(spot))) for spot, stake in chips if pocket in roulette_numbers(spot)]
    return sum(stake * 36 // covered for stake, covered in won)
def case_tickets(seed, client, nonce, count):
    stream = player_stream("cases", seed, client, nonce)
    return [below(stream, 1_000_000) for _ in range(count)]


def case_multiple(slug, ticket):
    """Hundredths of the price: the first prize whose odds, added up, exceed the ticket."""
    above = 0
    for _, multiple, odds in CASES[slug][1]:
        above += odds
        if above > ticket:
            return multiple
    raise ValueError(f"no prize for ticket {ticket}")


def wheel_turn(seed, client, day, currency, configuration=CONFIGURATIONS["wheel"]):
    """(ticket, hundredths of the top prize, prize in micro-units): the first prize whose odds, added up, exceed the ticket."""
    ticket = below(player_stream("wheel", seed, client, day), 1_000_000)
    above = 0
    for prize in configuration["prizes"]:
        above += prize["odds"]
        if above > ticket:
            return ticket, prize["of"], configuration["top"][currency] * prize["of"] // 100
    raise ValueError(f"no prize for ticket {ticket}")


def check_wheel_prizes(record):
    """Of a version that was set in the back office: the record brings it, and its hash was published before it took effect."""
    configuration = record["configuration"]
    text = json.dumps(configuration, sort_keys=True, separators=(",", ":"))
    yield "the configuration of the record hashes to the record's", hashlib.sha256(text.encode()).hexdigest() == record["config_hash"]
    yield f"it is {record['rules_version']}", configuration["version"] == record["rules_version"]
    yield "every ticket wins one prize", configuration["tickets"] == 1_000_000 == sum(each["odds"] for each in configuration["prizes"])


def check_wheel(seed, client, day, currency):
    return " ".join(map(str, wheel_turn(seed, client, day, currency)))


def crash_x(link, number, salt):
    return next(chain_stream("crash", link, number, salt)) >> 12


def crash_point(x):
    return min(100_000_000, max(100, 99 * 2**52 // (2**52 - x)))


def climb(ms):
    """Hundredths at `ms` milliseconds of flight."""
    return min(100_000_000, int(100 * (Decimal(6 * ms) / 100_000).exp()))


def check_dice(seed, client, nonce, direction, target, stake):
    roll = dice_roll(seed, client, nonce)
    return f"{roll} {dice_payout(roll, direction, int(target), int(stake))}"


def check_plinko(seed, client, nonce, rows, risk, stake):
    path = plinko_path(seed, client, nonce, int(rows))
    slot, payout = plinko_payout(path, risk, int(stake))
    return f"{path} {slot} {payout}"


def check_crash(link, number, salt):
    x = crash_x(link, number, salt)
    return f"{x} {crash_point(x)}"


def check_roulette(seed, client, nonce, chips=None):
    """The pocket of a private spin; with chips (`spot:stake` joined by commas) also the payout."""
    pocket = below(player_stream("roulette", seed, client, nonce), 37)
    if chips is None:
        return str(pocket)
    pairs = [chip.split(":") for chip in chips.split(",")]
    return f"{pocket} {roulette_payout(pocket, [(spot, int(stake)) for spot, stake in pairs])}"


def check_roulette_table(link, number, salt):
    return str(below(chain_stream("roulette-1", link, number, salt), 37))


def coin_sides(seed, client, nonce, count):
    stream = player_stream("coinflip", seed, client, nonce)
    return [("heads", "tails")[below(stream, 2)] for _ in range(count)]


def coin_play(landed, called, is_ladder, stake):
    """(how it ended, payout): one flip pays 1.98, n right flips of a ladder 0.99 * 2^n; the end of a single flip is None."""
    if any(side != lies for side, lies in zip(called, landed)):
        return "lost" if is_ladder else None, 0
    if not called:
        return "refunded", stake
    return "cashed_out" if is_ladder else None, stake * 99 * 2 ** len(called) // 100


def check_coinflip(seed, client, nonce, flips, called=None, stake=None):
    """The draws, 0 heads and 1 tails; with what was called on a ladder (joined by commas) also the payout."""
    landed = coin_sides(seed, client, nonce, int(flips))
    draws = " ".join("0" if side == "heads" else "1" for side in landed)
    if called is None:
        return draws
    return f"{draws} {coin_play(landed, called.split(','), True, int(stake))[1]}"


def hilo_cards(seed, client, nonce, count):
    stream = player_stream("hilo", seed, client, nonce)
    return [below(stream, 52) for _ in range(count)]


def hilo_play(cards, choices, stake):
    """(how it can have ended, payout in micro-units). Ranks count from 0, the ace; 12 is the king. Cards 0 to 25 are red."""
    right = 0
    multiplier = Fraction(99, 100)
    for place, choice in enumerate(choices):
        now, then = cards[place] % 13, cards[place + 1] % 13
        if choice == "skip":
            continue
        wins = {
            "higher": [rank for rank in range(13) if (rank > now if now == 0 else rank >= now)],
            "lower": [rank for rank in range(13) if (rank < now if now == 12 else rank <= now)],
        }.get(choice)
        if wins is None:
            chance, is_right = Fraction(1, 2), (cards[place + 1] < 26) == (choice == "red")
        else:
            chance, is_right = Fraction(len(wins), 13), then in wins
        if not is_right:
            return "lost" if place == len(choices) - 1 else "impossible", 0
        right += 1
        multiplier /= chance
    if right == 0:
        return "refunded", stake
    return "cashed_out", stake * multiplier.numerator // multiplier.denominator


def check_hilo(seed, client, nonce, choices, stake=None):
    """So many cards; or with what was chosen (joined by commas) and a stake, all cards, the end and the payout."""
    if stake is None:
        return " ".join(map(str, hilo_cards(seed, client, nonce, int(choices))))
    chosen = choices.split(",") if choices != "-" else []
    cards = hilo_cards(seed, client, nonce, len(chosen) + 1)
    end, payout = hilo_play(cards, chosen, int(stake))
    return f"{' '.join(map(str, cards))} {end} {payout}"


def miner_board(seed, client, nonce, mines):
    return shuffle(player_stream("miner", seed, client, nonce), 25, mines)


def miner_play(board, tiles, stake):
    """(how it can have ended, payout in micro-units): one over the chance that so many tiles are safe, less one percent."""
    for place, tile in enumerate(tiles):
        if tile in board:
            return "lost" if place == len(tiles) - 1 else "impossible", 0
    if not tiles:
        return "refunded", stake
    multiplier = Fraction(99, 100)
    for turned in range(len(tiles)):
        multiplier /= Fraction(25 - len(board) - turned, 25 - turned)
    return "cashed_out", stake * multiplier.numerator // multiplier.denominator


def check_miner(seed, client, nonce, mines, tiles=None, stake=None):
    """The mines; with the tiles that were turned over (joined by commas) and a stake also the end and the payout."""
    board = miner_board(seed, client, nonce, int(mines))
    shown = " ".join(map(str, board))
    if tiles is None:
        return shown
    end, payout = miner_play(board, [int(tile) for tile in tiles.split(",")] if tiles != "-" else [], int(stake))
    return f"{shown} {end} {payout}"


def check_limbo(seed, client, nonce, target=None, stake=None):
    """X alone, or with the result and the payout of a bet."""
    x = limbo_x(seed, client, nonce)
    if target is None:
        return str(x)
    result = limbo_result(x)
    return f"{x} {result} {limbo_payout(result, int(target), int(stake))}"


def check_keno(seed, client, nonce, risk=None, picks=None, stake=None):
    """The ten numbers; with a bet (its picks joined by commas) also the hits and the payout."""
    drawn = keno_numbers(seed, client, nonce)
    numbers = " ".join(map(str, drawn))
    if risk is None:
        return numbers
    hits, payout = keno_payout(drawn, risk, [int(pick) for pick in picks.split(",")], int(stake))
    return f"{numbers} {hits} {payout}"


def pot_payout(pot):
    return pot * 97 // 100


def entry_hash(entries):
    return hashlib.sha256("".join(f"{seat}:{player}:{stake}\n" for seat, player, stake in entries).encode()).hexdigest()


def room_winner(secret, number, beacon_round, beacon_value, entries):
    """(ticket, seat, payout): one ticket per micro-unit, each stake its own range in order."""
    pot = sum(stake for _, _, stake in entries)
    stream = between_stream("rooms", secret, number, beacon_round, beacon_value, entry_hash(entries))
    ticket = left = below(stream, pot)
    for seat, _, stake in entries:
        if left < stake:
            return ticket, seat, pot_payout(pot)
        left -= stake


def check_rooms(secret, number, beacon_round, beacon_value, entries):
    """Entries as seat:player:stake joined by commas."""
    rows = [entry.split(":") for entry in entries.split(",")]
    winner = room_winner(secret, number, beacon_round, beacon_value, [(int(s), p, int(k)) for s, p, k in rows])
    return " ".join(map(str, winner))


def check_cases(seed, client, nonce, slug, count, price):
    """Tickets, multiples in hundredths, and the payout; the price of one case and the payout in micro-units."""
    drawn = case_tickets(seed, client, nonce, int(count))
    multiples = [case_multiple(slug, ticket) for ticket in drawn]
    payout = sum(int(price) * multiple // 100 for multiple in multiples)
    return f"{' '.join(map(str, drawn))} {' '.join(map(str, multiples))} {payout}"


def duel_winner(secret, number, beacon_round, beacon_value, entries):
    """The seat that wins: one draw below 2, 0 is the opener, who has seat 1."""
    return below(between_stream("duels", secret, number, beacon_round, beacon_value, entry_hash(entries)), 2) + 1


def check_duels(secret, number, beacon_round, beacon_value, entries):
    """Entries as seat:player:stake joined by commas; the seat that wins and what it gets."""
    rows = [(int(s), p, int(k)) for s, p, k in (entry.split(":") for entry in entries.split(","))]
    return f"{duel_winner(secret, number, beacon_round, beacon_value, rows)} {pot_payout(2 * rows[0][2])}"


def battle_tickets(secret, number, beacon_round, beacon_value, entries, count):
    """The ticket of each seat, case by case: one draw below a million each, seats in order."""
    stream = between_stream("battles", secret, number, beacon_round, beacon_value, entry_hash(entries))
    return [[below(stream, 1_000_000) for _ in entries] for _ in range(count)]


def battle_end(slugs, tickets, currency):
    """(totals, winners, payouts): the highest total takes all prizes; equal ones share them, what does not divide goes to earlier seats."""
    prices = [case_configuration(slug)["prices"][currency] * 10_000 for slug in slugs]
    totals = [
        sum(prices[i] * case_multiple(slug, tickets[i][seat]) // 100 for i, slug in enumerate(slugs)) for seat in range(len(tickets[0]))
    ]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    share, odd = divmod(sum(totals), len(winners))
    payouts = [0] * len(totals)
    for place, seat in enumerate(winners):
        payouts[seat] = share + (place < odd)
    return totals, [seat + 1 for seat in winners], payouts


def check_battles(secret, number, beacon_round, beacon_value, entries, slugs, currency):
    """Entries as seat:player:stake joined by commas, slugs too; tickets, totals, winners and payouts."""
    rows = [(int(s), p, int(k)) for s, p, k in (entry.split(":") for entry in entries.split(","))]
    slugs = slugs.split(",")
    tickets = battle_tickets(secret, number, beacon_round, beacon_value, rows, len(slugs))
    totals, winners, payouts = battle_end(slugs, tickets, currency)
    drawn = " ".join(str(ticket) for case in tickets for ticket in case)
    return " | ".join([drawn, *(" ".join(map(str, each)) for each in (totals, winners, payouts))])


def check_commitment(secret):
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def check_climb(ms):
    return str(climb(int(ms)))


# Each line of `check` is: name, arguments, "=", what the house says.
CHECKS = {
    "dice": check_dice,
    "plinko": check_plinko,
    "crash": check_crash,
    "roulette": check_roulette,
    "roulette-1": check_roulette_table,
    "coinflip": check_coinflip,
    "hilo": check_hilo,
    "miner": check_miner,
    "limbo": check_limbo,
    "keno": check_keno,
    "cases": check_cases,
    "wheel": check_wheel,
    "rooms": check_rooms,
    "duels": check_duels,
    "battles": check_battles,
    "commitment": check_commitment,
    "configuration": check_configuration,
    "climb": check_climb,
}


def check_lines(lines):
    count = 0
    different = 0
    for line in lines:
        question, _, claimed = line.rstrip("\n").partition(" = ")
        name, *arguments = question.split(" ")
        computed = CHECKS[name](*arguments)
        count += 1
        if computed != claimed:
            different += 1
            print(f"differs: {question}: here {computed}, there {claimed}")
    print(f"{count} rounds, {different} differ")
    return 1 if different else 0


def hundredths(value):
    return f"{value // 100}.{value % 100:02d}"


def micros(text):
    return int(Decimal(text) * 1_000_000)


def check_between(record):
    """What all rounds between players share. The beacon's value is the hash of its signature. That the signature is the beacon's
    is NOT checked here: it is BLS12-381, which the standard library does not have. The page and the terminal verifier check it;
    so does any drand client, from the round's number and the public key in the record."""
    yield "sha256(secret) is the published hash", check_commitment(record["secret"]) == record["commitment"]
    entries = [(entry["seat"], entry["player"], entry["stake"]) for entry in record["entries"]]
    yield "the entry list hashes to the record's", entry_hash(entries) == record["entries_hash"]
    beacon = record["beacon"]
    value = hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest()
    yield "the beacon's value is the hash of its signature", value == beacon["value"]


def check_chain(record):
    yield "sha256(link) is the published hash", check_commitment(record["link"]) == record["commitment"]
    link = bytes.fromhex(record["link"])
    for _ in range(record["round"] - record["first_round"] + 1):
        link = hashlib.sha256(link).digest()
    yield "the link leads to the head of the chain", link.hex() == record["head"]


def check_published(record, published):
    """A bet on a shared round says of it what the public record says: its link, and whether it was voided."""
    same = ("sequence", "round", "commitment", "link", "voided")
    is_round = "stake" not in published
    yield "the public record says the same of the round", is_round and all(record.get(key) == published.get(key) for key in same)


def check_crash_bet(record, point):
    at = record["outcome"].get("cashed_out_at")
    target = record["inputs"].get("auto_cash_out")
    voided = record.get("voided")
    if at is not None:
        multiplier = int(at.replace(".", ""))
        in_time = 101 <= multiplier <= point and (target is None or multiplier <= int(target.replace(".", "")))
        yield f"cashed out at {at}, in time", in_time and voided != "before_flight"
        payout = micros(record["stake"]) * multiplier // 100
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif voided == "before_flight" or (voided == "in_flight" and target is None):
        yield "the round was voided and the stake given back", record["payout"] == record["stake"]
    else:
        yield "not cashed out", target is None or int(target.replace(".", "")) > point
        yield "the payout is 0", micros(record["payout"]) == 0


def check_record(record):
    """Yields (what was compared, whether it agrees) for one proof record."""
    if record["version"] != "fairhouse-1":
        raise ValueError(f"unknown version {record['version']}")
    if "config_hash" in record and "configuration" not in record and record["game"] in (*CONFIGURATIONS, "cases", "battles"):
        inputs = record.get("inputs", {})
        slug = {"cases": inputs.get("slug"), "battles": ",".join(inputs.get("cases", []))}.get(record["game"])
        yield "the configuration of the rules hashes to the record's", check_configuration(record["game"], slug) == record["config_hash"]
    if record["game"] == "dice" and record["rules_version"] == "dice-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        roll = dice_roll(record["server_seed"], record["client_seed"], record["nonce"])
        yield f"the roll is {hundredths(roll)}", hundredths(roll) == record["outcome"]["roll"]
        inputs = record["inputs"]
        payout = dice_payout(roll, inputs["direction"], int(inputs["target"].replace(".", "")), micros(record["stake"]))
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "plinko" and record["rules_version"] == "plinko-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        inputs = record["inputs"]
        path = plinko_path(record["server_seed"], record["client_seed"], record["nonce"], inputs["rows"])
        yield f"the path is {path}", path == record["outcome"]["path"]
        slot, payout = plinko_payout(path, inputs["risk"], micros(record["stake"]))
        yield f"the slot is {slot}", slot == record["outcome"]["slot"]
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "limbo" and record["rules_version"] == "limbo-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        result = limbo_result(limbo_x(record["server_seed"], record["client_seed"], record["nonce"]))
        yield f"the result is {hundredths(result)}", hundredths(result) == record["outcome"]["result"]
        payout = limbo_payout(result, int(record["inputs"]["target"].replace(".", "")), micros(record["stake"]))
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "keno" and record["rules_version"] == "keno-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        drawn = keno_numbers(record["server_seed"], record["client_seed"], record["nonce"])
        yield f"the numbers are {' '.join(map(str, drawn))}", drawn == record["outcome"]["drawn"]
        inputs = record["inputs"]
        hits, payout = keno_payout(drawn, inputs["risk"], inputs["picks"], micros(record["stake"]))
        yield f"{hits} of {len(inputs['picks'])} picks hit", hits == record["outcome"]["hits"]
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "roulette" and record["rules_version"] == "roulette-1":
        if record["kind"] == "chain":
            yield from check_chain(record)
            pocket = int(check_roulette_table(record["link"], record["round"], record["salt"]))
        else:
            yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
            pocket = int(check_roulette(record["server_seed"], record["client_seed"], record["nonce"]))
        yield f"the number is {pocket}", pocket == record["outcome"]["pocket"]
        if "stake" in record:
            chips = [(chip["spot"], micros(chip["stake"])) for chip in record["inputs"]["chips"]]
            yield "the chips make the stake", sum(stake for _, stake in chips) == micros(record["stake"])
            if record["kind"] == "chain" and "voided" in record:
                yield "the round was voided and the stake given back", record["payout"] == record["stake"]
            else:
                payout = roulette_payout(pocket, chips)
                yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] in ("miner", "hilo") and record["rules_version"] == f"{record['game']}-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        seeds = record["server_seed"], record["client_seed"], record["nonce"]
        inputs, outcome, stake = record["inputs"], record["outcome"], micros(record["stake"])
        if record["game"] == "miner":
            shown = miner_board(*seeds, inputs["mines"])
            yield f"the mines are under {' '.join(map(str, shown))}", shown == outcome["board"]
            end, payout = miner_play(shown, inputs["tiles"], stake)
        else:
            shown = hilo_cards(*seeds, len(inputs["choices"]) + 1)
            yield f"the cards are {' '.join(map(str, shown))}", shown == outcome["cards"]
            end, payout = hilo_play(shown, inputs["choices"], stake)
        # A round that was worth something is cashed out by the player, by itself at its last step, or when nobody went on.
        ends = ("cashed_out", "completed", "expired") if end == "cashed_out" else (end,)
        yield f"it ended as {outcome['end']}", outcome["end"] in ends
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "coinflip" and record["rules_version"] == "coinflip-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        is_ladder = record["inputs"].get("ladder", False)
        called = record["inputs"]["called"] if is_ladder else [record["inputs"]["side"]]
        landed = coin_sides(record["server_seed"], record["client_seed"], record["nonce"], len(called))
        yield f"the coin lay up as {' '.join(landed) or '-'}", landed == record["outcome"]["landed"]
        end, payout = coin_play(landed, called, is_ladder, micros(record["stake"]))
        ends = ("cashed_out", "completed", "expired") if end == "cashed_out" else (end,)
        yield f"it ended as {record['outcome'].get('end')}", record["outcome"].get("end") in ends
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "cases" and record["rules_version"] == "cases-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        slug, count = record["inputs"]["slug"], record["inputs"]["count"]
        drawn = case_tickets(record["server_seed"], record["client_seed"], record["nonce"], count)
        yield f"the tickets are {' '.join(map(str, drawn))}", drawn == record["outcome"]["tickets"]
        multiples = [case_multiple(slug, ticket) for ticket in drawn]
        yield "the prizes are those of the tickets", [hundredths(each) for each in multiples] == record["outcome"]["multipliers"]
        price = micros(record["stake"]) // count
        payout = sum(price * multiple // 100 for multiple in multiples)
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "wheel" and ((record["rules_version"] == "wheel-1") != ("configuration" in record)):
        if "configuration" in record:
            yield from check_wheel_prizes(record)
        configuration = record.get("configuration", CONFIGURATIONS["wheel"])
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        ticket, of, prize = wheel_turn(record["server_seed"], record["client_seed"], record["nonce"], record["currency"], configuration)
        yield f"the ticket is {ticket}", ticket == record["outcome"]["ticket"]
        yield f"the prize is {hundredths(of)} of the top one", hundredths(of) == record["outcome"]["share"]
        yield "nothing was staked", micros(record["stake"]) == 0
        yield f"the prize is {prize} micro-units", prize == micros(record["payout"])
    elif record["game"] == "crash" and record["rules_version"] == "crash-1":
        yield from check_chain(record)
        point = crash_point(crash_x(record["link"], record["round"], record["salt"]))
        yield f"the crash point is {hundredths(point)}", hundredths(point) == record["outcome"]["point"]
        if "stake" in record:
            yield from check_crash_bet(record, point)
    elif record["game"] == "duels" and record["rules_version"] == "duels-1":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon = record["beacon"]
        seat = duel_winner(record["secret"], record["round"], beacon["round"], beacon["value"], entries)
        own = record["inputs"]["side"]
        side = own if seat == 1 else {"heads": "tails", "tails": "heads"}[own]
        outcome = record["outcome"]
        yield f"the coin shows {side}", side == outcome["side"]
        yield f"the winner has seat {seat}", outcome["winner"] == ("opener" if seat == 1 else "joiner")
        payout = pot_payout(2 * entries[0][2])
        yield f"the winner gets {payout} micro-units", payout == micros(outcome["payout"])
        if "stake" in record:
            mine = payout if record["inputs"]["seat"] == seat else 0
            yield f"this stake pays {mine} micro-units", mine == micros(record["payout"])
    elif record["game"] == "battles" and record["rules_version"] == "battles-1":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon, inputs, outcome = record["beacon"], record["inputs"], record["outcome"]
        slugs = inputs["cases"]
        tickets = battle_tickets(record["secret"], record["round"], beacon["round"], beacon["value"], entries, len(slugs))
        yield f"the tickets are {tickets}", tickets == outcome["tickets"]
        totals, winners, payouts = battle_end(slugs, tickets, record["currency"])
        yield f"the prizes are worth {totals} micro-units", totals == [micros(each) for each in outcome["totals"]]
        yield f"the winners have seats {winners}", winners == outcome["winners"]
        yield f"the seats get {payouts} micro-units", payouts == [micros(each) for each in outcome["payouts"]]
        if "stake" in record:
            own = payouts[inputs["seat"] - 1]
            yield f"this stake pays {own} micro-units", own == micros(record["payout"])
    elif record["game"] == "rooms" and record["rules_version"] == "rooms-1":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon = record["beacon"]
        ticket, seat, payout = room_winner(record["secret"], record["round"], beacon["round"], beacon["value"], entries)
        outcome = record["outcome"]
        yield f"the ticket is {ticket} of {sum(stake for _, _, stake in entries)}", str(ticket) == outcome["ticket"]
        yield f"it is of seat {seat}", seat == outcome["seat"]
        yield f"the winner gets {payout} micro-units", payout == micros(outcome["payout"])
        if "stake" in record:
            own = payout if record["inputs"]["seat"] == seat else 0
            yield f"this stake pays {own} micro-units", own == micros(record["payout"])
    else:
        raise ValueError(f"unknown game or rules: {record['game']} {record['rules_version']}")


def read_record(path):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    record = record.get("data", record)
    return record.get("proof", record)


def check_all(record, published):
    if published is not None:
        yield from check_published(record, published)
    yield from check_record(record)


def main(arguments):
    if arguments == ["check"]:
        return check_lines(sys.stdin)
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    record, published = (*map(read_record, arguments), None)[:2]
    if record.get("server_seed", record.get("link", record.get("secret"))) is None:
        print("not revealed yet")
        return 2
    if record["kind"] == "between" and (record["beacon"] or {}).get("value") is None:
        print("given back: there is nothing to compute")
        return 2
    if "stake" in record and "voided" in record and published is None:
        print("said to be voided: name the public record of the round too")
        return 2
    agreed = True
    for what, right in check_all(record, published):
        print(("ok      " if right else "DIFFERS ") + what)
        agreed = agreed and right
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

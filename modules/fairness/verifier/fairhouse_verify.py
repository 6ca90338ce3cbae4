#!/usr/bin/env python3
"""A second, independent verifier of Fairhouse rounds. Standard library only.

Written from the published description (docs/games/README.md), not from Fairhouse's own code, so that an error in one of the
two cannot hide in the other.

    python3 fairhouse_verify.py record.json          one proof record, as GET /api/v1/rounds/{id} gives it in data.proof
    python3 fairhouse_verify.py bet.json round.json   a bet beside the public record of its shared round, crash-107
    python3 fairhouse_verify.py check < rounds.txt    many rounds, one a line (see CHECKS); prints what differs, then a count

The rules of every game and version are data, published beside this file in rules.json: payouts, paytables and limits, and the hash
that each record claims. `--rules other.json` before the other arguments reads them from elsewhere.

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be read.
"""

import hashlib
import hmac
import json
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations
from math import prod
from pathlib import Path

getcontext().prec = 80
MASK = (1 << 64) - 1


def read_rules(path):
    """By game: "current" is the version of new bets, "versions" has every version that was ever published."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


RULES = read_rules(Path(__file__).with_name("rules.json"))


def rules_of(game, version=None):
    """The rules of a version, by default those of new bets."""
    published = RULES[game]
    version = version or published["current"]
    if version not in published["versions"]:
        raise ValueError(f"unknown rules {version} of {game}")
    return published["versions"][version]


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


# The daily wheel, rules wheel-1, as published: hundredths of the top prize, and odds in millionths, the dearest first.
WHEEL_PRIZES = [(100, 10_000), (50, 40_000), (20, 150_000), (10, 300_000), (5, 500_000)]


def case_of(rules, slug):
    return next(case for case in rules["cases"] if case["slug"] == slug)


def case_configuration(rules, slug):
    """The rules of cases with the one case that was opened."""
    return {**{key: value for key, value in rules.items() if key != "cases"}, **case_of(rules, slug)}


def battle_configuration(rules, slugs):
    return {**rules, "cases": [case_configuration(rules["cases"], slug) for slug in dict.fromkeys(slugs)]}


# The first prizes of the daily wheel; later ones come with the record.
WHEEL = {
    "version": "wheel-1",
    "tickets": 1_000_000,
    "top": {"RUB": 1_000_000, "KZT": 5_000_000, "INR": 1_000_000, "USD": 10_000, "EUR": 10_000},
    "prizes": [{"of": of, "odds": odds} for of, odds in WHEEL_PRIZES],
}


def check_configuration(game, slug=None, rules=None):
    """Of cases with the slug of one, of battles with those of all, joined by commas."""
    configuration = WHEEL if game == "wheel" else rules or rules_of(game)
    if game == "battles":
        configuration = battle_configuration(configuration, slug.split(","))
    elif game == "cases":
        configuration = case_configuration(configuration, slug)
    text = json.dumps(configuration, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dice_roll(rules, seed, client, nonce):
    return below(player_stream("dice", seed, client, nonce), rules["rolls"])


def dice_payout(rules, roll, direction, target, stake):
    """Stake and payout in micro-units, roll and target in hundredths."""
    if direction == "over":
        return stake * rules["multiplier_numerator"] // (rules["rolls"] - 1 - target) if roll > target else 0
    return stake * rules["multiplier_numerator"] // target if roll < target else 0


def plinko_path(seed, client, nonce, rows):
    """Left or right at each row: the bits of one number below 2^rows, the highest first."""
    drawn = below(player_stream("plinko", seed, client, nonce), 1 << rows)
    return "".join("R" if drawn >> row & 1 else "L" for row in reversed(range(rows)))


def plinko_payout(rules, path, risk, stake):
    """(slot, payout); stake and payout in micro-units."""
    slot = path.count("R")
    return slot, stake * rules["tables"][risk][len(path) - rules["fewest_rows"]][slot] // 100


def limbo_x(rules, seed, client, nonce):
    return below(player_stream("limbo", seed, client, nonce), 1 << rules["bits"])


def limbo_result(rules, x):
    """The result in hundredths: the largest multiplier that the return of 2^52 over the X from this one on allows."""
    return min(rules["max_target"], max(100, (rules["rtp_percent"] << rules["bits"]) // ((1 << rules["bits"]) - x)))


def limbo_payout(result, target, stake):
    """Stake and payout in micro-units, result and target in hundredths."""
    return stake * target // 100 if result >= target else 0


def keno_numbers(rules, seed, client, nonce):
    return [ball + 1 for ball in shuffle(player_stream("keno", seed, client, nonce), rules["numbers"], rules["drawn"])]


def keno_payout(rules, drawn, risk, picks, stake):
    """(hits, payout); stake and payout in micro-units."""
    hits = len(set(drawn) & set(picks))
    return hits, stake * rules["tables"][risk][len(picks) - 1][hits] // 100


def roulette_numbers(rules, spot):
    """The numbers that a spot covers, from its name; a name of no spot raises."""
    kind, _, rest = spot.partition("-")
    outside = {
        "red": rules["red"],
        "black": [number for number in range(1, 37) if number not in rules["red"]],
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
    if kind not in rules["covers"]:
        raise ValueError(f"no spot {spot}")
    numbers = set(map(int, rest.split("-")))
    if len(numbers) != rules["covers"][kind]:
        raise ValueError(f"no spot {spot}")
    return numbers


def roulette_payout(rules, pocket, chips):
    """Chips are (spot, stake) pairs; stakes and the payout in micro-units."""
    won = [(stake, len(roulette_numbers(rules, spot))) for spot, stake in chips if pocket in roulette_numbers(rules, spot)]
    return sum(stake * rules["returned"] // covered for stake, covered in won)


def case_tickets(rules, seed, client, nonce, count):
    stream = player_stream("cases", seed, client, nonce)
    return [below(stream, rules["tickets"]) for _ in range(count)]


def case_multiple(rules, slug, ticket):
    """Hundredths of the price: the first prize whose odds, added up, exceed the ticket."""
    above = 0
    for prize in case_of(rules, slug)["prizes"]:
        above += prize["odds"]
        if above > ticket:
            return prize["multiple"]
    raise ValueError(f"no prize for ticket {ticket}")


def wheel_turn(seed, client, day, currency, configuration=WHEEL):
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


def jackpot_entry(entry, word):
    """(goes to the pot, goes to the reserve, whether the word wins) of an entry such as
    jackpots-1:{jackpot}:{pot}:{number}:must_hit_by:{limit}:{before}:{stake}:{rate}:{carried millionths}:{carried tenths}, all in micro-units."""
    rules, _, _, _, kind, *numbers = entry.split(":")
    limit, before, stake, rate, carried, carried_tenths = map(int, numbers)
    if rules != "jackpots-1" or kind not in ("must_hit_by", "random"):
        raise ValueError(f"unknown entry {entry}")
    whole = (stake * rate + carried) // 1_000_000
    reserve = (whole + carried_tenths) // 10
    share = whole - reserve
    if kind == "random":
        return share, reserve, Fraction(word, 1 << 64) < Fraction(stake, limit)
    room = limit - before
    kept = min(share, room)
    return kept, whole - kept, Fraction(word, 1 << 64) < Fraction(kept, room)


def check_jackpots(seed, client, nonce, entry):
    word = next(player_stream("jackpot", seed, client, nonce))
    share, reserve, won = jackpot_entry(entry, word)
    return f"{word} {share} {reserve} {'won' if won else 'not-won'}"


def crash_x(rules, link, number, salt):
    return next(chain_stream("crash", link, number, salt)) >> (64 - rules["bits"])


def crash_point(rules, x):
    return min(rules["max_point"], max(100, rules["rtp_percent"] * 2 ** rules["bits"] // (2 ** rules["bits"] - x)))


def climb(ms):
    """Hundredths at `ms` milliseconds of flight."""
    return min(100_000_000, int(100 * (Decimal(6 * ms) / 100_000).exp()))


def check_dice(seed, client, nonce, direction, target, stake, rules=None):
    rules = rules or rules_of("dice")
    roll = dice_roll(rules, seed, client, nonce)
    return f"{roll} {dice_payout(rules, roll, direction, int(target), int(stake))}"


def check_plinko(seed, client, nonce, rows, risk, stake, rules=None):
    rules = rules or rules_of("plinko")
    path = plinko_path(seed, client, nonce, int(rows))
    slot, payout = plinko_payout(rules, path, risk, int(stake))
    return f"{path} {slot} {payout}"


def check_crash(link, number, salt, rules=None):
    rules = rules or rules_of("crash")
    x = crash_x(rules, link, number, salt)
    return f"{x} {crash_point(rules, x)}"


def check_roulette(seed, client, nonce, chips=None, rules=None):
    """The pocket of a private spin; with chips (`spot:stake` joined by commas) also the payout."""
    rules = rules or rules_of("roulette")
    pocket = below(player_stream("roulette", seed, client, nonce), rules["pockets"])
    if chips is None:
        return str(pocket)
    pairs = [chip.split(":") for chip in chips.split(",")]
    return f"{pocket} {roulette_payout(rules, pocket, [(spot, int(stake)) for spot, stake in pairs])}"


def check_roulette_table(link, number, salt, rules=None):
    rules = rules or rules_of("roulette")
    return str(below(chain_stream("roulette-1", link, number, salt), rules["pockets"]))


def coin_sides(seed, client, nonce, count):
    stream = player_stream("coinflip", seed, client, nonce)
    return [("heads", "tails")[below(stream, 2)] for _ in range(count)]


def coin_play(rules, landed, called, is_ladder, stake):
    """(how it ended, payout): n right flips pay the return times 2^n; the end of a single flip is None."""
    if any(side != lies for side, lies in zip(called, landed)):
        return "lost" if is_ladder else None, 0
    if not called:
        return "refunded", stake
    return "cashed_out" if is_ladder else None, stake * rules["rtp_percent"] * 2 ** len(called) // 100


def check_coinflip(seed, client, nonce, flips, called=None, stake=None, rules=None):
    """The draws, 0 heads and 1 tails; with what was called on a ladder (joined by commas) also the payout."""
    rules = rules or rules_of("coinflip")
    landed = coin_sides(seed, client, nonce, int(flips))
    draws = " ".join("0" if side == "heads" else "1" for side in landed)
    if called is None:
        return draws
    return f"{draws} {coin_play(rules, landed, called.split(','), True, int(stake))[1]}"


def hilo_cards(seed, client, nonce, count):
    stream = player_stream("hilo", seed, client, nonce)
    return [below(stream, 52) for _ in range(count)]


def hilo_play(rules, cards, choices, stake):
    """(how it can have ended, payout in micro-units). Ranks count from 0, the ace; 12 is the king. Cards 0 to 25 are red."""
    right = 0
    multiplier = Fraction(rules["rtp_percent"], 100)
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


def check_hilo(seed, client, nonce, choices, stake=None, rules=None):
    """So many cards; or with what was chosen (joined by commas) and a stake, all cards, the end and the payout."""
    rules = rules or rules_of("hilo")
    if stake is None:
        return " ".join(map(str, hilo_cards(seed, client, nonce, int(choices))))
    chosen = choices.split(",") if choices != "-" else []
    cards = hilo_cards(seed, client, nonce, len(chosen) + 1)
    end, payout = hilo_play(rules, cards, chosen, int(stake))
    return f"{' '.join(map(str, cards))} {end} {payout}"


def miner_board(rules, seed, client, nonce, mines):
    return shuffle(player_stream("miner", seed, client, nonce), rules["tiles"], mines)


def miner_play(rules, board, tiles, stake):
    """(how it can have ended, payout in micro-units): one over the chance that so many tiles are safe, times the return."""
    for place, tile in enumerate(tiles):
        if tile in board:
            return "lost" if place == len(tiles) - 1 else "impossible", 0
    if not tiles:
        return "refunded", stake
    multiplier = Fraction(rules["rtp_percent"], 100)
    for turned in range(len(tiles)):
        multiplier /= Fraction(rules["tiles"] - len(board) - turned, rules["tiles"] - turned)
    return "cashed_out", stake * multiplier.numerator // multiplier.denominator


def check_miner(seed, client, nonce, mines, tiles=None, stake=None, rules=None):
    """The mines; with the tiles that were turned over (joined by commas) and a stake also the end and the payout."""
    rules = rules or rules_of("miner")
    board = miner_board(rules, seed, client, nonce, int(mines))
    shown = " ".join(map(str, board))
    if tiles is None:
        return shown
    end, payout = miner_play(rules, board, [int(tile) for tile in tiles.split(",")] if tiles != "-" else [], int(stake))
    return f"{shown} {end} {payout}"


def check_limbo(seed, client, nonce, target=None, stake=None, rules=None):
    """X alone, or with the result and the payout of a bet."""
    rules = rules or rules_of("limbo")
    x = limbo_x(rules, seed, client, nonce)
    if target is None:
        return str(x)
    result = limbo_result(rules, x)
    return f"{x} {result} {limbo_payout(result, int(target), int(stake))}"


def check_keno(seed, client, nonce, risk=None, picks=None, stake=None, rules=None):
    """The ten numbers; with a bet (its picks joined by commas) also the hits and the payout."""
    rules = rules or rules_of("keno")
    drawn = keno_numbers(rules, seed, client, nonce)
    numbers = " ".join(map(str, drawn))
    if risk is None:
        return numbers
    hits, payout = keno_payout(rules, drawn, risk, [int(pick) for pick in picks.split(",")], int(stake))
    return f"{numbers} {hits} {payout}"


def pot_payout(rules, pot):
    return pot * rules["payout_percent"] // 100


def entry_hash(entries):
    return hashlib.sha256("".join(f"{seat}:{player}:{stake}\n" for seat, player, stake in entries).encode()).hexdigest()


def room_winner(rules, secret, number, beacon_round, beacon_value, entries):
    """(ticket, seat, payout): one ticket per micro-unit, each stake its own range in order."""
    pot = sum(stake for _, _, stake in entries)
    stream = between_stream("rooms", secret, number, beacon_round, beacon_value, entry_hash(entries))
    ticket = left = below(stream, pot)
    for seat, _, stake in entries:
        if left < stake:
            return ticket, seat, pot_payout(rules, pot)
        left -= stake


def check_rooms(secret, number, beacon_round, beacon_value, entries, rules=None):
    """Entries as seat:player:stake joined by commas."""
    rules = rules or rules_of("rooms")
    rows = [entry.split(":") for entry in entries.split(",")]
    winner = room_winner(rules, secret, number, beacon_round, beacon_value, [(int(s), p, int(k)) for s, p, k in rows])
    return " ".join(map(str, winner))


def check_cases(seed, client, nonce, slug, count, price, rules=None):
    """Tickets, multiples in hundredths, and the payout; the price of one case and the payout in micro-units."""
    rules = rules or rules_of("cases")
    drawn = case_tickets(rules, seed, client, nonce, int(count))
    multiples = [case_multiple(rules, slug, ticket) for ticket in drawn]
    payout = sum(int(price) * multiple // 100 for multiple in multiples)
    return f"{' '.join(map(str, drawn))} {' '.join(map(str, multiples))} {payout}"


def duel_winner(secret, number, beacon_round, beacon_value, entries):
    """The seat that wins: one draw below 2, 0 is the opener, who has seat 1."""
    return below(between_stream("duels", secret, number, beacon_round, beacon_value, entry_hash(entries)), 2) + 1


def check_duels(secret, number, beacon_round, beacon_value, entries, rules=None):
    """Entries as seat:player:stake joined by commas; the seat that wins and what it gets."""
    rules = rules or rules_of("duels")
    rows = [(int(s), p, int(k)) for s, p, k in (entry.split(":") for entry in entries.split(","))]
    return f"{duel_winner(secret, number, beacon_round, beacon_value, rows)} {pot_payout(rules, 2 * rows[0][2])}"


def battle_tickets(rules, secret, number, beacon_round, beacon_value, entries, count):
    """The ticket of each seat, case by case: one draw below a million each, seats in order."""
    stream = between_stream("battles", secret, number, beacon_round, beacon_value, entry_hash(entries))
    return [[below(stream, rules["cases"]["tickets"]) for _ in entries] for _ in range(count)]


def battle_end(rules, slugs, tickets, currency):
    """(totals, winners, payouts): the highest total takes all prizes; equal ones share them, what does not divide goes to earlier seats."""
    prices = [case_of(rules["cases"], slug)["prices"][currency] * 10_000 for slug in slugs]
    totals = [
        sum(prices[i] * case_multiple(rules["cases"], slug, tickets[i][seat]) // 100 for i, slug in enumerate(slugs)) for seat in range(len(tickets[0]))
    ]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    share, odd = divmod(sum(totals), len(winners))
    payouts = [0] * len(totals)
    for place, seat in enumerate(winners):
        payouts[seat] = share + (place < odd)
    return totals, [seat + 1 for seat in winners], payouts


def check_battles(secret, number, beacon_round, beacon_value, entries, slugs, currency, rules=None):
    """Entries as seat:player:stake joined by commas, slugs too; tickets, totals, winners and payouts."""
    rules = rules or rules_of("battles")
    rows = [(int(s), p, int(k)) for s, p, k in (entry.split(":") for entry in entries.split(","))]
    slugs = slugs.split(",")
    tickets = battle_tickets(rules, secret, number, beacon_round, beacon_value, rows, len(slugs))
    totals, winners, payouts = battle_end(rules, slugs, tickets, currency)
    drawn = " ".join(str(ticket) for case in tickets for ticket in case)
    return " | ".join([drawn, *(" ".join(map(str, each)) for each in (totals, winners, payouts))])


def check_commitment(secret):
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def check_climb(ms):
    return str(climb(int(ms)))


# Slips. A slip is written as stake, system, flags and legs: "10000000 system:2,3 - *1500:won 1900:half_lost". The stake is in
# micro-units, prices are in thousandths. Flags: "-", "each_way", "free" or "cashed_out" (in part). A leg each-way is price:result:fraction:place result; a
# builder is [price of each set of its selections, counted in binary from 1]:result,result.
SLIP_SYSTEMS = {
    "trixie": [("abc", (2, 3))],
    "patent": [("abc", (1, 2, 3))],
    "yankee": [("abcd", (2, 3, 4))],
    "lucky_15": [("abcd", (1, 2, 3, 4))],
    "canadian": [("abcde", (2, 3, 4, 5))],
    "lucky_31": [("abcde", (1, 2, 3, 4, 5))],
    "alphabet": [("abc", (1, 2, 3)), ("def", (1, 2, 3)), ("bcde", (2, 3, 4)), ("abcdef", (6,))],
    "heinz": [("abcdef", (2, 3, 4, 5, 6))],
    "lucky_63": [("abcdef", (1, 2, 3, 4, 5, 6))],
    "super_heinz": [("abcdefg", (2, 3, 4, 5, 6, 7))],
    "lucky_127": [("abcdefg", (1, 2, 3, 4, 5, 6, 7))],
    "goliath": [("abcdefgh", (2, 3, 4, 5, 6, 7, 8))],
    "lucky_255": [("abcdefgh", (1, 2, 3, 4, 5, 6, 7, 8))],
}
SLIP_BOOSTS = {3: 5, 4: 7, 5: 10, 6: 12, 7: 15}
HALF = Fraction(1, 2)


def slip_bets(system, legs):
    """Every bet of the slip, as the list of the positions it multiplies."""
    bankers = [n for n, leg in enumerate(legs) if leg.startswith("*")]
    others = [n for n in range(len(legs)) if n not in bankers]
    if system in ("single", "accumulator"):
        groups = [(others, (len(others),))]
    elif system.startswith("system:"):
        groups = [(others, [int(fold) for fold in system[7:].split(",")])]
    else:
        groups = [([ord(letter) - 97 for letter in letters], folds) for letters, folds in SLIP_SYSTEMS[system]]
    return [[*bankers, *bet] for group, folds in groups for fold in folds for bet in combinations(group, fold)]


def leg_parts(result):
    """A result as (void part, what the rest of the stake returns for each unit of price)."""
    if result.startswith("tie"):
        return Fraction(0), Fraction(result[3:])
    return {
        "won": (Fraction(0), Fraction(1)),
        "lost": (Fraction(0), Fraction(0)),
        "void": (Fraction(1), Fraction(0)),
        "half_won": (HALF, Fraction(1)),
        "half_lost": (HALF, Fraction(0)),
    }[result]


def leg_factor(price, result):
    if result.startswith("p"):
        win, half_win, refund, half_lose = (Fraction(int(part), 1000000) for part in result[1:].split("_"))
        return win * price + half_win * (1 + price) / 2 + refund + half_lose / 2
    void, share = leg_parts(result)
    return void + (1 - void) * share * price


def builder_factor(prices, results):
    factor = Fraction(0)
    parts = [leg_parts(result) for result in results]
    for chosen in range(1 << len(parts)):
        price = prices[chosen - 1] if chosen else Fraction(1)
        for bit, (void, share) in enumerate(parts):
            price *= (1 - void) * share if chosen >> bit & 1 else void
        factor += price
    return factor


def slip_factors(leg):
    """The factors of the win part and of the place part."""
    if leg.startswith("["):
        prices, _, results = leg[1:].partition("]:")
        return builder_factor([Fraction(int(price), 1000) for price in prices.split(",")], results.split(",")), None
    price, result, *place = leg.lstrip("*").split(":")
    price = Fraction(int(price), 1000)
    if not place:
        return leg_factor(price, result), None
    return leg_factor(price, result), leg_factor(1 + (price - 1) * Fraction(place[0]), place[1])


def slip_return(stake, system, flags, legs):
    """The exact return, bet by bet."""
    bets = slip_bets(system, legs)
    factors = [slip_factors(leg) for leg in legs]
    parts = [0, 1] if flags == "each_way" else [0]
    unit = Fraction(int(stake), len(bets) * len(parts))
    total = sum(unit * prod(factors[n][part] for n in bet) for part in parts for bet in bets)
    return max(total - int(stake), Fraction(0)) if flags == "free" else total


def slip_boost(total, system, flags, legs):
    if system != "accumulator" or flags != "-" or any(":p" in leg for leg in legs):
        return 0
    won = sum(1 for leg in legs if leg.endswith(":won") and not leg.startswith("[") and int(leg.split(":")[0]) >= 1400)
    return int(total * (20 if won >= 8 else SLIP_BOOSTS.get(won, 0)) / 100)


def check_slip(stake, system, flags, *legs, rules=None):
    total = slip_return(stake, system, flags, legs)
    return f"{int(total)} {slip_boost(total, system, flags, legs)}"


def check_cash_out(part, stake, system, flags, *legs, rules=None):
    """`part` is an amount in micro-units or a share such as 50%: the offer for the whole stake, the closed stake, what is paid."""
    minor = 10000
    stake = int(stake)
    offer = int(slip_return(stake, system, flags, legs) * Fraction(95, 100)) // minor * minor
    if part.endswith("%"):
        share = Fraction(int(part[:-1]), 100)
        closed, paid = stake * share, int(offer * share) // minor * minor
    else:
        closed, paid = Fraction(stake * int(part), offer), int(part)
    closed = -(-closed // minor) * minor
    return f"{offer} {min(stake, closed)} {paid}"


# Each line of `check` is: name, arguments, "=", what Fairhouse says. `dice@dice-1` names the version of the rules, by default the current one.
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
    "jackpots": check_jackpots,
    "rooms": check_rooms,
    "duels": check_duels,
    "battles": check_battles,
    "commitment": check_commitment,
    "configuration": check_configuration,
    "climb": check_climb,
    "slip": check_slip,
    "cash_out": check_cash_out,
}


def check_lines(lines):
    count = 0
    different = 0
    for line in lines:
        question, _, claimed = line.rstrip("\n").partition(" = ")
        name, *arguments = question.split(" ")
        name, _, version = name.partition("@")
        rules = {"rules": rules_of(name, version)} if version else {}
        computed = CHECKS[name](*arguments, **rules)
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


def check_crash_bet(rules, record, point):
    at = record["outcome"].get("cashed_out_at")
    target = record["inputs"].get("auto_cash_out")
    voided = record.get("voided")
    if at is not None:
        multiplier = int(at.replace(".", ""))
        in_time = rules["min_cash_out"] <= multiplier <= point and (target is None or multiplier <= int(target.replace(".", "")))
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
    rules = rules_of(record["game"], record["rules_version"]) if record["game"] in RULES else None
    if "config_hash" in record and "configuration" not in record and record["game"] in (*RULES, "wheel"):
        inputs = record.get("inputs", {})
        slug = {"cases": inputs.get("slug"), "battles": ",".join(inputs.get("cases", []))}.get(record["game"])
        yield "the configuration of the rules hashes to the record's", check_configuration(record["game"], slug, rules) == record["config_hash"]
    if record["game"] == "dice":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        roll = dice_roll(rules, record["server_seed"], record["client_seed"], record["nonce"])
        yield f"the roll is {hundredths(roll)}", hundredths(roll) == record["outcome"]["roll"]
        inputs = record["inputs"]
        payout = dice_payout(rules, roll, inputs["direction"], int(inputs["target"].replace(".", "")), micros(record["stake"]))
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "plinko":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        inputs = record["inputs"]
        path = plinko_path(record["server_seed"], record["client_seed"], record["nonce"], inputs["rows"])
        yield f"the path is {path}", path == record["outcome"]["path"]
        slot, payout = plinko_payout(rules, path, inputs["risk"], micros(record["stake"]))
        yield f"the slot is {slot}", slot == record["outcome"]["slot"]
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "limbo":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        result = limbo_result(rules, limbo_x(rules, record["server_seed"], record["client_seed"], record["nonce"]))
        yield f"the result is {hundredths(result)}", hundredths(result) == record["outcome"]["result"]
        payout = limbo_payout(result, int(record["inputs"]["target"].replace(".", "")), micros(record["stake"]))
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "keno":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        drawn = keno_numbers(rules, record["server_seed"], record["client_seed"], record["nonce"])
        yield f"the numbers are {' '.join(map(str, drawn))}", drawn == record["outcome"]["drawn"]
        inputs = record["inputs"]
        hits, payout = keno_payout(rules, drawn, inputs["risk"], inputs["picks"], micros(record["stake"]))
        yield f"{hits} of {len(inputs['picks'])} picks hit", hits == record["outcome"]["hits"]
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "roulette":
        if record["kind"] == "chain":
            yield from check_chain(record)
            pocket = int(check_roulette_table(record["link"], record["round"], record["salt"], rules))
        else:
            yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
            pocket = int(check_roulette(record["server_seed"], record["client_seed"], record["nonce"], rules=rules))
        yield f"the number is {pocket}", pocket == record["outcome"]["pocket"]
        if "stake" in record:
            chips = [(chip["spot"], micros(chip["stake"])) for chip in record["inputs"]["chips"]]
            yield "the chips make the stake", sum(stake for _, stake in chips) == micros(record["stake"])
            if record["kind"] == "chain" and "voided" in record:
                yield "the round was voided and the stake given back", record["payout"] == record["stake"]
            else:
                payout = roulette_payout(rules, pocket, chips)
                yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] in ("miner", "hilo"):
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        seeds = record["server_seed"], record["client_seed"], record["nonce"]
        inputs, outcome, stake = record["inputs"], record["outcome"], micros(record["stake"])
        if record["game"] == "miner":
            shown = miner_board(rules, *seeds, inputs["mines"])
            yield f"the mines are under {' '.join(map(str, shown))}", shown == outcome["board"]
            end, payout = miner_play(rules, shown, inputs["tiles"], stake)
        else:
            shown = hilo_cards(*seeds, len(inputs["choices"]) + 1)
            yield f"the cards are {' '.join(map(str, shown))}", shown == outcome["cards"]
            end, payout = hilo_play(rules, shown, inputs["choices"], stake)
        # A round that was worth something is cashed out by the player, by itself at its last step, or when nobody went on.
        ends = ("cashed_out", "completed", "expired") if end == "cashed_out" else (end,)
        yield f"it ended as {outcome['end']}", outcome["end"] in ends
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "coinflip":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        is_ladder = record["inputs"].get("ladder", False)
        called = record["inputs"]["called"] if is_ladder else [record["inputs"]["side"]]
        landed = coin_sides(record["server_seed"], record["client_seed"], record["nonce"], len(called))
        yield f"the coin lay up as {' '.join(landed) or '-'}", landed == record["outcome"]["landed"]
        end, payout = coin_play(rules, landed, called, is_ladder, micros(record["stake"]))
        ends = ("cashed_out", "completed", "expired") if end == "cashed_out" else (end,)
        yield f"it ended as {record['outcome'].get('end')}", record["outcome"].get("end") in ends
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "cases":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        slug, count = record["inputs"]["slug"], record["inputs"]["count"]
        drawn = case_tickets(rules, record["server_seed"], record["client_seed"], record["nonce"], count)
        yield f"the tickets are {' '.join(map(str, drawn))}", drawn == record["outcome"]["tickets"]
        multiples = [case_multiple(rules, slug, ticket) for ticket in drawn]
        yield "the prizes are those of the tickets", [hundredths(each) for each in multiples] == record["outcome"]["multipliers"]
        price = micros(record["stake"]) // count
        payout = sum(price * multiple // 100 for multiple in multiples)
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "wheel" and ((record["rules_version"] == "wheel-1") != ("configuration" in record)):
        if "configuration" in record:
            yield from check_wheel_prizes(record)
        configuration = record.get("configuration", WHEEL)
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        ticket, of, prize = wheel_turn(record["server_seed"], record["client_seed"], record["nonce"], record["currency"], configuration)
        yield f"the ticket is {ticket}", ticket == record["outcome"]["ticket"]
        yield f"the prize is {hundredths(of)} of the top one", hundredths(of) == record["outcome"]["share"]
        yield "nothing was staked", micros(record["stake"]) == 0
        yield f"the prize is {prize} micro-units", prize == micros(record["payout"])
    elif record["game"] == "jackpots":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        entry, previous, outcome = record["inputs"]["entry"], record["inputs"]["previous"], record["outcome"]
        word = next(player_stream("jackpot", record["server_seed"], record["client_seed"], record["nonce"]))
        yield f"the word is {word}", str(word) == outcome["word"]
        share, reserve, won = jackpot_entry(entry, word)
        yield f"the entry adds {share} micro-units to the pot and {reserve} to its reserve; it {'wins' if won else 'does not win'}", won is outcome["won"]
        yield "the hash covers the entry before it", hashlib.sha256(f"{previous}:{entry}:{word}".encode("ascii")).hexdigest() == outcome["hash"]
        before, stake = (int(part) for part in entry.split(":")[6:8])
        yield "the stake is that of the entry", micros(record["stake"]) == stake
        payout = before + share if won else 0
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "crash":
        yield from check_chain(record)
        point = crash_point(rules, crash_x(rules, record["link"], record["round"], record["salt"]))
        yield f"the crash point is {hundredths(point)}", hundredths(point) == record["outcome"]["point"]
        if "stake" in record:
            yield from check_crash_bet(rules, record, point)
    elif record["game"] == "duels":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon = record["beacon"]
        seat = duel_winner(record["secret"], record["round"], beacon["round"], beacon["value"], entries)
        own = record["inputs"]["side"]
        side = own if seat == 1 else {"heads": "tails", "tails": "heads"}[own]
        outcome = record["outcome"]
        yield f"the coin shows {side}", side == outcome["side"]
        yield f"the winner has seat {seat}", outcome["winner"] == ("opener" if seat == 1 else "joiner")
        payout = pot_payout(rules, 2 * entries[0][2])
        yield f"the winner gets {payout} micro-units", payout == micros(outcome["payout"])
        if "stake" in record:
            mine = payout if record["inputs"]["seat"] == seat else 0
            yield f"this stake pays {mine} micro-units", mine == micros(record["payout"])
    elif record["game"] == "battles":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon, inputs, outcome = record["beacon"], record["inputs"], record["outcome"]
        slugs = inputs["cases"]
        tickets = battle_tickets(rules, record["secret"], record["round"], beacon["round"], beacon["value"], entries, len(slugs))
        yield f"the tickets are {tickets}", tickets == outcome["tickets"]
        totals, winners, payouts = battle_end(rules, slugs, tickets, record["currency"])
        yield f"the prizes are worth {totals} micro-units", totals == [micros(each) for each in outcome["totals"]]
        yield f"the winners have seats {winners}", winners == outcome["winners"]
        yield f"the seats get {payouts} micro-units", payouts == [micros(each) for each in outcome["payouts"]]
        if "stake" in record:
            own = payouts[inputs["seat"] - 1]
            yield f"this stake pays {own} micro-units", own == micros(record["payout"])
    elif record["game"] == "rooms":
        yield from check_between(record)
        entries = [(entry["seat"], entry["player"], int(entry["stake"])) for entry in record["entries"]]
        beacon = record["beacon"]
        ticket, seat, payout = room_winner(rules, record["secret"], record["round"], beacon["round"], beacon["value"], entries)
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
    if arguments[:1] == ["--rules"] and len(arguments) > 1:
        RULES.clear()
        RULES.update(read_rules(arguments[1]))
        arguments = arguments[2:]
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

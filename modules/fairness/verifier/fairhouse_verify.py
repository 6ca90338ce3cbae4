#!/usr/bin/env python3
"""A second, independent verifier of Fairhouse rounds. Standard library only.

Written from the published description (docs/games/README.md), not from the house's own code, so that an error in one of the
two cannot hide in the other.

    python3 fairhouse_verify.py record.json          one proof record, as GET /api/v1/rounds/{id} gives it in data.proof
    python3 fairhouse_verify.py check < rounds.txt    many rounds, one a line (see CHECKS); prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be read.
"""

import hashlib
import hmac
import json
import sys
from decimal import Decimal, getcontext

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


# Every number that the rules of a game stand on, as the documents of the games publish it.
CONFIGURATIONS = {
    "dice": {
        "version": "dice-1",
        "rolls": 10_000,
        "min_winning_rolls": 1,
        "max_winning_rolls": 9_800,
        "multiplier_numerator": 9_900,
    },
    "crash": {
        "version": "crash-1",
        "bits": 52,
        "rtp_percent": 99,
        "max_point": 100_000_000,
        "min_cash_out": 101,
        "growth": "0.00006",
    },
}


def check_configuration(game):
    text = json.dumps(CONFIGURATIONS[game], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dice_roll(seed, client, nonce):
    return below(player_stream("dice", seed, client, nonce), 10_000)


def dice_payout(roll, direction, target, stake):
    """Stake and payout in micro-units, roll and target in hundredths."""
    if direction == "over":
        return stake * 9900 // (9999 - target) if roll > target else 0
    return stake * 9900 // target if roll < target else 0


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


def check_crash(link, number, salt):
    x = crash_x(link, number, salt)
    return f"{x} {crash_point(x)}"


def check_coinflip(seed, client, nonce, flips):
    stream = player_stream("coinflip", seed, client, nonce)
    return " ".join(str(below(stream, 2)) for _ in range(int(flips)))


def check_hilo(seed, client, nonce, cards):
    stream = player_stream("hilo", seed, client, nonce)
    return " ".join(str(below(stream, 52)) for _ in range(int(cards)))


def check_miner(seed, client, nonce, mines):
    return " ".join(map(str, shuffle(player_stream("miner", seed, client, nonce), 25, int(mines))))


def check_keno(seed, client, nonce):
    return " ".join(str(ball + 1) for ball in shuffle(player_stream("keno", seed, client, nonce), 40, 10))


def check_commitment(secret):
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def check_climb(ms):
    return str(climb(int(ms)))


# Each line of `check` is: name, arguments, "=", what the house says.
CHECKS = {
    "dice": check_dice,
    "crash": check_crash,
    "coinflip": check_coinflip,
    "hilo": check_hilo,
    "miner": check_miner,
    "keno": check_keno,
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


def check_record(record):
    """Yields (what was compared, whether it agrees) for one proof record."""
    if record["version"] != "fairhouse-1":
        raise ValueError(f"unknown version {record['version']}")
    if "config_hash" in record and record["game"] in CONFIGURATIONS:
        yield "the configuration of the rules hashes to the record's", check_configuration(record["game"]) == record["config_hash"]
    if record["game"] == "dice" and record["rules_version"] == "dice-1":
        yield "sha256(server seed) is the published hash", check_commitment(record["server_seed"]) == record["server_seed_hash"]
        roll = dice_roll(record["server_seed"], record["client_seed"], record["nonce"])
        yield f"the roll is {hundredths(roll)}", hundredths(roll) == record["outcome"]["roll"]
        inputs = record["inputs"]
        payout = dice_payout(roll, inputs["direction"], int(inputs["target"].replace(".", "")), micros(record["stake"]))
        yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    elif record["game"] == "crash" and record["rules_version"] == "crash-1":
        yield "sha256(link) is the published hash", check_commitment(record["link"]) == record["commitment"]
        link = bytes.fromhex(record["link"])
        for _ in range(record["round"] - record["first_round"] + 1):
            link = hashlib.sha256(link).digest()
        yield "the link leads to the head of the chain", link.hex() == record["head"]
        point = crash_point(crash_x(record["link"], record["round"], record["salt"]))
        yield f"the crash point is {hundredths(point)}", hundredths(point) == record["outcome"]["point"]
        at = record["outcome"].get("cashed_out_at")
        if at is not None:
            multiplier = int(at.replace(".", ""))
            yield f"cashed out at {at}, in time", 101 <= multiplier <= point
            payout = micros(record["stake"]) * multiplier // 100
            yield f"the payout is {payout} micro-units", payout == micros(record["payout"])
    else:
        raise ValueError(f"unknown game or rules: {record['game']} {record['rules_version']}")


def main(arguments):
    if arguments == ["check"]:
        return check_lines(sys.stdin)
    if len(arguments) != 1:
        print(__doc__)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        record = json.load(file)
    record = record.get("data", record)
    record = record.get("proof", record)
    if record.get("server_seed", record.get("link")) is None:
        print("not revealed yet")
        return 2
    agreed = True
    for what, right in check_record(record):
        print(("ok      " if right else "DIFFERS ") + what)
        agreed = agreed and right
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

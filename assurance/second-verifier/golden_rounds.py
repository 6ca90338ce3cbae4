#!/usr/bin/env python3
"""Prints the golden rounds of a game of instant bets, computed by the second verifier.

    python3 assurance/second-verifier/golden_rounds.py limbo > modules/games/limbo/shared/vectors.json

Seeds and bets follow from the name of the game alone, so the same file comes out each time. A new game needs one entry in BETS:
what the n-th round bets, and what the second verifier says of it.
"""

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "modules/fairness/verifier"))
import fairhouse_verify as verifier  # noqa: E402

ROUNDS = 260
GOLDEN = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
CLIENTS = ["player-seed_1", "a", "0", "-_-", "A" * 64]
STAKES = [1_000_000, 5_000_000, 10_000_000_000, 123_450_000, 990_000, 50_000_000_000, 10_000]
NONCES = [0, 1, 9, 10, 2_147_483_646]


def number(game, n, what, below):
    """A number below `below` that follows from its arguments."""
    return int.from_bytes(hashlib.sha256(f"{game} {n} {what}".encode()).digest()[:8], "big") % below


def seeds(game, n):
    """Server seed, client seed and nonce: the published ones first."""
    if n < 8:
        return GOLDEN, "player-seed_1", n
    server = hashlib.sha256(f"{game} {n} server".encode()).hexdigest()
    client = CLIENTS[n % 7] if n % 7 < len(CLIENTS) else hashlib.sha256(f"{n}".encode()).hexdigest()[: 1 + n % 64]
    nonce = NONCES[n % 11] if n % 11 < len(NONCES) else number(game, n, "nonce", 100_000)
    return server, client, nonce


def dice(n, seed, stake):
    """Every kind of target: the smallest and largest chance, and the target beside the roll."""
    rules = verifier.rules_of("dice")
    roll = verifier.dice_roll(rules, *seed)
    direction = "over" if n < 2 or n % 2 else "under"
    winning = [1, 9800, 9799, 2][n % 16 // 4] if n % 4 == 3 else 1 + number("dice", n, "winning", 9800)
    target = 4999 if n < 2 else 9999 - winning if direction == "over" else winning
    payout = verifier.dice_payout(rules, roll, direction, target, stake)
    return {
        "direction": direction,
        "target": verifier.hundredths(target),
        "stake": str(stake),
        "roll": verifier.hundredths(roll),
        "payout": str(payout),
    }


def plinko(n, seed, stake):
    """Every number of rows at every risk, in turn."""
    rows, risk = (16, "high") if n < 2 else (8 + n % 9, ["low", "medium", "high"][n // 9 % 3])
    path = verifier.plinko_path(*seed, rows)
    slot, payout = verifier.plinko_payout(verifier.rules_of("plinko"), path, risk, stake)
    return {"rows": rows, "risk": risk, "stake": str(stake), "path": path, "slot": slot, "payout": str(payout)}


def limbo(n, seed, stake):
    """Targets near the result, so that rounding counts, among others of all sizes."""
    rules = verifier.rules_of("limbo")
    x = verifier.limbo_x(rules, *seed)
    result = verifier.limbo_result(rules, x)
    near = [result, result + 1, result - 1, 101, 100_000_000, 200][n % 12] if n % 12 < 6 else None
    target = 200 if n < 2 else near or 101 + number("limbo", n, "target", 10 ** (2 + n % 5))
    target = min(100_000_000, max(101, target))
    payout = verifier.limbo_payout(result, target, stake)
    return {
        "target": verifier.hundredths(target),
        "stake": str(stake),
        "x": str(x),
        "result": verifier.hundredths(result),
        "payout": str(payout),
    }


BETS = {
    "dice": (dice, "rolls and targets in hundredths of one written with two decimals."),
    "plinko": (plinko, "paths by row from the first one down, slots from the left."),
    "limbo": (limbo, "targets and results in hundredths of one written with two decimals."),
}


def main(game):
    bet, note = BETS[game]
    rounds = []
    for n in range(ROUNDS):
        seed = seeds(game, n)
        stake = 1_000_000 if n < 2 else STAKES[n % len(STAKES)]
        server, client, nonce = seed
        round_of = {"server_seed": server, "server_seed_hash": verifier.check_commitment(server)}
        rounds.append({**round_of, "client_seed": client, "nonce": nonce, **bet(n, seed, stake)})
    version = verifier.rules_of(game)["version"]
    about = f"Golden rounds of fairhouse-1, rules {version}. Stakes and payouts in micro-units, {note}"
    print("{")
    print(f'  "about": {json.dumps(about)},')
    print(f'  "config_hash": "{verifier.check_configuration(game)}",')
    print('  "rounds": [')
    print(",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in rounds))
    print("  ]")
    print("}")


if __name__ == "__main__":
    main(sys.argv[1])

#!/usr/bin/env python3
"""A second, independent computation of what a bonus is worth. Standard library only.

Written from what the page about bonuses promises, not from modules/bonuses/shared/expected-value.ts: this one goes backwards, from the
last bet to the first, and knows the value of every balance before every bet.

    python3 fairhouse_expected_value.py check < lines.txt    one plan a line; prints what differs, then a count

A line: {"amount", "stake": micro-units, "bets", "outcomes": [[weight, numerator, denominator], ...], "cap": micro-units or null, "release", "finish": claimed}.
Exit code 0 when everything agrees to 1e-9, 1 when something does not.
"""

import json
import sys
from math import gcd

TOLERANCE = 1e-9
STEPS = 100


def grid(amount, stake, outcomes, cap):
    """The step between balances: the greatest common divisor of all sums, unless a short stake would pay sums between them."""
    step = gcd(amount, stake, cap or 0, *(stake * n // d for _, n, d in outcomes))
    finest = stake // STEPS or 1
    whole = all(n % d == 0 for _, n, d in outcomes)
    return finest if step < finest or (step < stake and not whole) else step


def value(amount, stake, bets, outcomes, cap=None):
    """Units that become real on average, at most the cap, and the probability that all bets are made."""
    step = grid(amount, stake, outcomes, cap)
    most = None if cap is None else cap // step
    size = stake // step
    start = amount // step
    total = sum(weight for weight, _, _ in outcomes)
    chances = [(weight / total, n, d) for weight, n, d in outcomes if weight]
    edge = size - sum(p * (size * n // d) for p, n, d in chances)

    def reach(left):
        """From this balance on, the value is known: the rest of the stakes is covered, and so is the cap."""
        return left * size + (most if most and left else 0)

    def worth(left, balance):
        if most is None:
            return balance - left * edge
        return most if left else min(balance, most)

    if start >= reach(bets):
        return worth(bets, start) * step / 1e6, 1.0

    # Balances below `left * size`, for each number of bets left: what is above is linear.
    release, finish = [], []
    best = max(size * n // d for _, n, d in chances) - size
    for left in range(1, bets + 1):
        after = left - 1
        rest = reach(after)
        # No balance above this one is possible after the bets before.
        top = min(reach(left), start + (bets - left) * best + 1)
        new_release, new_finish = [0.0] * top, [0.0] * top
        for p, n, d in chances:
            for balance in range(1, min(size, top)):
                paid = balance * n // d
                r, f = (worth(after, paid), 1.0) if paid >= rest else (release[paid], finish[paid])
                new_release[balance] += p * r
                new_finish[balance] += p * f
            shift = size * n // d - size
            last = max(size, min(top, rest - shift))
            if last > size:
                new_release[size:last] = [a + p * b for a, b in zip(new_release[size:last], release[size + shift : last + shift])]
                new_finish[size:last] = [a + p * b for a, b in zip(new_finish[size:last], finish[size + shift : last + shift])]
            for balance in range(last, top):
                new_release[balance] += p * worth(after, balance + shift)
                new_finish[balance] += p
        release, finish = new_release, new_finish
    return release[start] * step / 1e6, finish[start]


def check():
    count = wrong = 0
    for line in sys.stdin:
        plan = json.loads(line)
        count += 1
        release, finish = value(plan["amount"], plan["stake"], plan["bets"], plan["outcomes"], plan.get("cap"))
        if abs(release - plan["release"]) > TOLERANCE or abs(finish - plan["finish"]) > TOLERANCE:
            wrong += 1
            print(f"line {count}: {release!r} {finish!r}, claimed {plan['release']!r} {plan['finish']!r}")
    print(f"{count} plans, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["check"] else 2)

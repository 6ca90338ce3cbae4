"""What the verifiers of slots and of live tables share: the words of a round, amounts, the command line. Standard library only."""

import hmac
import json
import sys
from fractions import Fraction
from pathlib import Path


class CannotCheck(ValueError):
    """The record may be right, but this verifier cannot say."""


class Draws:
    """Unbiased numbers from the words of a round."""

    def __init__(self, key, context):
        self.words = self.stream(key, context)

    @staticmethod
    def stream(key, context):
        block = 0
        while True:
            digest = hmac.digest(key, f"fairhouse-1:{context}:{block}".encode("ascii"), "sha256")
            for at in range(0, 32, 8):
                yield int.from_bytes(digest[at : at + 8], "big")
            block += 1

    def below(self, limit):
        while True:
            product = next(self.words) * limit
            if product % 2**64 >= 2**64 % limit:
                return product >> 64


def decimal(micros):
    whole, rest = divmod(micros, 10**6)
    return f"{whole}.{rest:06d}".rstrip("0").rstrip(".")


def micros_of(amount):
    return int(Fraction(amount) * 10**6)


def record_in(given):
    for key in ("data", "provided", "record", "proof"):
        given = given.get(key) or given
    return given


def shown(value):
    return f"{len(value)} draws" if isinstance(value, list) else value


def check_file(path, checks):
    record = record_in(json.loads(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")))
    wrong = False
    for name, computed, stated in checks(record):
        wrong |= computed != stated
        print(f"{'ok     ' if computed == stated else 'DIFFERS'} {name}: {shown(computed)}")
    return 1 if wrong else 0


def check_lines(lines, checks, name_of):
    checked = wrong = 0
    for line in lines:
        given = json.loads(line)
        checked += 1
        found = [name for name, computed, stated in checks(given) if computed != stated]
        if found:
            wrong += 1
            print(f"{name_of(given)}: {', '.join(found)}")
    print(f"{checked} rounds, {wrong} differ")
    return 1 if wrong else 0


def main(usage, checks, name_of):
    """Runs the command line. `checks(record)` gives every part of a record with what it must be: (name, computed, stated)."""
    arguments = sys.argv[1:]
    if len(arguments) != 1:
        print(usage)
        return 2
    try:
        if arguments[0] == "check":
            return check_lines(sys.stdin, checks, name_of)
        return check_file(arguments[0], checks)
    except CannotCheck as reason:
        print(reason)
        return 2
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"cannot check this: {error!r}")
        return 2

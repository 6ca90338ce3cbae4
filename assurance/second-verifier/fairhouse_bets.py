#!/usr/bin/env python3
"""A second, independent verifier of bets of the sportsbook. Standard library only.

Written from the published rules (docs/betting), so that an error in one of the two verifiers cannot hide in the other. The arithmetic of slips is that of
fairhouse_verify.py.

    python3 fairhouse_bets.py bet.json               a saved proof: npm run verify -- <bet id> --save bet.json, or the page's file
    python3 fairhouse_bets.py check < markets.txt    markets and facts with claimed results, one JSON a line; prints what differs, then a count

Exit code 0 when everything agrees, 1 when something does not, 2 when the input cannot be read.
"""

import base64
import hashlib
import json
import sys
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "modules" / "fairness" / "verifier"))
from fairhouse_verify import slip_boost, slip_return  # noqa: E402

# Results of a selection: open, won, lost, void, half_won, half_lost, tie{places}/{tied}.
OPEN = "open"
ENDED = ("ended", "closed")
BROKEN_OFF = ("abandoned", "retired", "cancelled", "walkover")
REGULAR = {"football": 2, "ice_hockey": 3}


def add(pairs):
    return [sum(pair[side] for pair in pairs) for side in (0, 1)]


def ahead(pair):
    return "home" if pair[0] > pair[1] else "away" if pair[0] < pair[1] else "draw"


def stands(incident):
    return not incident.get("cancelled")


class Match:
    """The facts of an event with the questions that markets ask."""

    def __init__(self, facts):
        self.sport = facts["sport"]
        self.status = facts["status"]
        self.period = facts["clock"]["period"]
        self.score = facts["score"]
        self.periods = facts["score"]["periods"]
        self.incidents = [each for each in facts["incidents"] if stands(each)]
        self.standings = facts.get("standings")
        self.sets_to_win = facts.get("setsToWin")

    def over(self):
        return self.status in ENDED

    def finished(self, number):
        """Whether a half, quarter, set or map is over."""
        if len(self.periods) < number:
            return False
        reported = any(each["kind"] == "period_end" and each["period"] == number for each in self.incidents)
        return self.over() or self.period > number or len(self.periods) > number or reported

    def decided(self):
        return self.over() or (self.sport in REGULAR and self.finished(REGULAR[self.sport]))

    def regular_score(self):
        if self.sport in REGULAR and self.periods:
            return add(self.periods[: REGULAR[self.sport]])
        return self.score["total"]

    def of_period(self, number):
        return self.periods[number - 1] if number <= len(self.periods) else [0, 0]

    def goals(self):
        last = REGULAR.get(self.sport, 10**9)
        goals = [each for each in self.incidents if each["kind"] == "goal" and each["period"] <= last]
        return sorted(goals, key=lambda each: (each["period"], each["clock"], each["at"]))

    def period_winner(self, number):
        for each in self.incidents:
            if each["kind"] in ("set", "map") and each["period"] == number:
                if each.get("side"):
                    return each["side"]
                break
        if self.finished(number) and ahead(self.of_period(number)) != "draw":
            return ahead(self.of_period(number))
        return None

    def winner(self):
        if self.status == "retired":
            gone = next((each for each in self.incidents if each["kind"] == "retirement"), {}).get("side")
            played = sum(self.score["total"]) > 0
            return {"home": "away", "away": "home"}.get(gone) if self.sport == "tennis" and played else None
        if not self.over():
            return None
        final = add(self.periods) if self.sport == "ice_hockey" and self.periods else self.score["total"]
        return ahead(final) if ahead(final) != "draw" else None

    def left_in_sets(self):
        """Every score in sets or maps that is still possible; None where the format is not known or the match is over."""
        home, away = self.score["total"]
        if self.sets_to_win is None or self.over() or max(home, away) >= self.sets_to_win:
            return None
        ends = [[self.sets_to_win, lost] for lost in range(away, self.sets_to_win)]
        return ends + [[lost, self.sets_to_win] for lost in range(home, self.sets_to_win)]

    def left_in_games(self):
        """The fewest and the most games of a tennis match."""
        home, away = self.score["total"]
        if self.sport != "tennis" or self.left_in_sets() is None:
            return None
        sets = home + away
        before = sum(sum(each) for each in self.periods[:sets])
        running = self.of_period(sets + 1)
        fewest = min(
            games_if_won(running[1]) + 6 * (self.sets_to_win - max(home + 1, away)),
            games_if_won(running[0]) + 6 * (self.sets_to_win - max(away + 1, home)),
        )
        return [[before + fewest, 0], [before + 13 * (2 * self.sets_to_win - 1 - sets), 0]]

    def left_in_set(self, number):
        if self.sport != "tennis" or self.sets_to_win is None or len(self.periods) < number:
            return None
        if number != sum(self.score["total"]) + 1:
            return None
        return [[min(games_if_won(each) for each in self.of_period(number)), 0], [13, 0]]

    def left_in_points(self, kind):
        """The extremes of a volleyball match: fewest points and none above, or the home side's margins."""
        home, away = self.score["total"]
        if self.sport != "volleyball" or self.left_in_sets() is None:
            return None
        before = add(self.periods[: home + away])
        fewest, least, most = points_left(home, away, self.of_period(home + away + 1), self.sets_to_win)
        lead = before[0] - before[1]
        return extremes_for(kind, sum(before) + fewest, lead + least, lead + most)

    def left_in_set_of_points(self, kind, number):
        if self.sport != "volleyball" or self.sets_to_win is None or len(self.periods) < number:
            return None
        if number != sum(self.score["total"]) + 1:
            return None
        ends = set_of_points(self.of_period(number), number == 2 * self.sets_to_win - 1)
        return extremes_for(kind, *widest(ends))

    def qualified(self):
        if not self.over():
            return None
        side = ahead(add(self.periods[:4]) if self.periods else self.score["total"])
        if side == "draw" and len(self.periods) > 4:
            side = ahead(self.periods[4])
        return side if side != "draw" else None


def games_if_won(lost):
    """Games of a set whose winner wins every game from here on."""
    return lost + (7 if lost >= 5 else 6)


def set_of_points(running, last):
    """Fewest points, least and greatest margin of a running set if the home side wins it, and if the away side does."""
    needed = 15 if last else 25
    by_home, by_away = max(needed, running[1] + 2), max(needed, running[0] + 2)
    return [(by_home + running[1], 2, by_home - running[1]), (by_away + running[0], running[0] - by_away, -2)]


def widest(ends):
    return min(each[0] for each in ends), min(each[1] for each in ends), max(each[2] for each in ends)


def points_left(home, away, running, sets_to_win):
    """The same for the rest of a match, the running set included."""
    if max(home, away) >= sets_to_win:
        return 0, 0, 0
    won, lost = set_of_points(running, home + away + 1 == 2 * sets_to_win - 1)
    after_won = points_left(home + 1, away, [0, 0], sets_to_win)
    after_lost = points_left(home, away + 1, [0, 0], sets_to_win)
    return widest([[a + b for a, b in zip(won, after_won)], [a + b for a, b in zip(lost, after_lost)]])


def extremes_for(kind, fewest, least, most):
    return [[fewest, 0], [10**9, 0]] if kind.endswith("total") else [[least, 0], [most, 0]]


def left_of(kind, spec, match):
    """Counts that a match of sets or maps can still end with; None where they are not known."""
    if kind == "set_games_total":
        return match.left_in_set(int(spec["set"]))
    if kind == "games_total":
        return match.left_in_games()
    if kind.startswith("points_"):
        return match.left_in_points(kind)
    if kind.startswith("set_points_"):
        return match.left_in_set_of_points(kind, int(spec["set"]))
    return match.left_in_sets() if kind in ("set_score", "map_score") or kind.startswith(("sets_", "maps_")) else None


def quarters(text):
    return int(Fraction(text) * 4)


def margin(four):
    """By quarters above the line."""
    if abs(four) >= 2:
        return "won" if four > 0 else "lost"
    return {0: "void", 1: "half_won", -1: "half_lost"}[four]


def yes(condition):
    return "won" if condition else "lost"


def counted(kind, spec, match):
    """What a market counts, and whether the count is final."""
    part = next((int(spec[key]) for key in ("half", "period", "quarter", "set", "map") if key in spec), None)
    if kind == "map_minutes_total":
        end = next((each for each in match.incidents if each["kind"] == "period_end" and each["period"] == part), None)
        return [-(-end["clock"] // 60) if end else 0, 0], end is not None
    if kind.startswith("half_") and match.sport == "basketball":
        return add([match.of_period(2 * part - 1), match.of_period(2 * part)]), match.finished(2 * part)
    if part is not None:
        return match.of_period(part), match.finished(part)
    if kind.startswith("corners"):
        return match.score.get("corners", [0, 0]), match.decided() and "corners" in match.score
    if kind.startswith("cards"):
        shown = [match.score.get(name, [0, 0]) for name in ("yellow_cards", "red_cards")]
        return add(shown), match.decided() and "yellow_cards" in match.score
    if kind.startswith(("games_", "points_")):
        return add(match.periods), match.decided()
    return match.regular_score(), match.decided()


def placed(match, places, entrant):
    if match.standings is None:
        return OPEN
    own = next((each["place"] for each in match.standings if each["entrant"] == entrant), None)
    if own is None:
        return "void"
    left = places - sum(1 for each in match.standings if each["place"] < own)
    tied = sum(1 for each in match.standings if each["place"] == own)
    if left <= 0:
        return "lost"
    return "won" if left >= tied else f"tie{left}/{tied}"


def by_winner(winner, outcome):
    return OPEN if winner is None else yes(winner == outcome)


def decide(kind, spec, outcome, outcomes, match):
    done = match.decided()
    goals = match.goals()
    if kind == "winner":
        return by_winner(match.winner(), outcome)
    if kind == "to_qualify":
        return by_winner(match.qualified(), outcome)
    if kind in ("set_winner", "map_winner"):
        return by_winner(match.period_winner(int(spec.get("set") or spec.get("map"))), outcome)
    if kind == "game_winner":
        games = [each for each in match.incidents if each["kind"] == "game" and each["period"] == int(spec["set"])]
        number = int(spec["game"])
        return by_winner(games[number - 1].get("side") if number <= len(games) else None, outcome)
    if kind == "tie_break":
        played = any(min(each) >= 6 for each in match.periods)
        return yes(played == (outcome == "yes")) if played or match.over() else OPEN
    if kind == "ht_ft":
        first, last = outcome.split("_")
        if not match.finished(1):
            return OPEN
        if ahead(match.of_period(1)) != first:
            return "lost"
        return yes(ahead(match.regular_score()) == last) if done else OPEN
    if kind == "next_goal":
        number = int(spec["goal"])
        if number <= len(goals):
            return yes(goals[number - 1].get("side") == outcome)
        return yes(outcome == "none") if done else OPEN
    if kind == "first_scorer":
        if goals:
            return yes(goals[0].get("player") == outcome)
        return yes(outcome == "none") if done else OPEN
    if kind == "anytime_scorer":
        return "won" if any(each.get("player") == outcome for each in goals) else "lost" if done else OPEN
    if kind == "race":
        points = {"home": 0, "away": 0}
        for each in match.incidents:
            if each["kind"] == "point" and each.get("side"):
                points[each["side"]] += each.get("value", 1)
                if points[each["side"]] >= int(spec["to"]):
                    return yes(each["side"] == outcome)
        return yes(outcome == "none") if match.over() else OPEN
    if kind.startswith("outright_"):
        return placed(match, int(kind[-1]) if kind.startswith("outright_top_") and kind[-1].isdigit() else 1, outcome)
    score, done = counted(kind, spec, match)
    ends = None if done else left_of(kind, spec, match)
    if ends is not None:
        found = {by_count(kind, spec, outcome, outcomes, end, True) for end in ends}
        return found.pop() if len(found) == 1 else OPEN
    return by_count(kind, spec, outcome, outcomes, score, done)


def by_count(kind, spec, outcome, outcomes, score, done):
    home, away = score
    if kind == "hcp_3way":
        return yes(ahead([4 * home + quarters(spec["hcp"]), 4 * away]) == outcome) if done else OPEN
    if kind.endswith("hcp"):
        if not done:
            return OPEN
        before = [int(part) for part in spec.get("score", "0:0").split(":")]
        four = 4 * ((home - before[0]) - (away - before[1])) + quarters(spec["hcp"])
        return margin(four if outcome == "home" else -four)
    if kind.endswith("total"):
        count = {"home": home, "away": away}.get(spec.get("side"), home + away)
        four = 4 * count - quarters(spec["total"])
        return margin(four if outcome == "over" else -four) if done or four >= 2 else OPEN
    if kind.endswith("both_score"):
        both = home > 0 and away > 0
        return yes(both == (outcome == "yes")) if both or done else OPEN
    if kind.endswith("_score"):
        if outcome == "other":
            return yes(f"{home}:{away}" not in outcomes) if done else OPEN
        wanted = [int(part) for part in outcome.split(":")]
        if home > wanted[0] or away > wanted[1]:
            return "lost"
        return yes(score == wanted) if done else OPEN
    if not done:
        return OPEN
    if kind == "double_chance":
        return yes(ahead(score) in outcome.split("_"))
    if kind == "draw_no_bet" and ahead(score) == "draw":
        return "void"
    return yes(ahead(score) == outcome)


def result_of(kind, spec, outcome, outcomes, facts):
    """What the facts make of an outcome."""
    if facts["status"] in ("cancelled", "walkover"):
        return "void"
    values = dict(part.split("=", 1) for part in spec.split("|")) if spec else {}
    found = decide(kind, values, outcome, outcomes, Match(facts))
    return "void" if found == OPEN and facts["status"] in BROKEN_OFF else found


# Signatures: Ed25519 (RFC 8032), verification only.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def x_of(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P:
        return None
    return P - x if x % 2 != sign else x


def plus(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    one, two, three, four = f - e, h - g, h + g, f + e
    return (one * two % P, three * four % P, two * three % P, one * four % P)


def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = plus(total, point)
        point = plus(point, point)
        scalar >>= 1
    return total


def point_of(data):
    number = int.from_bytes(data, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    x = x_of(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


BASE = point_of(bytes.fromhex("58" + "66" * 31))


def b64(text):
    return base64.urlsafe_b64decode(text.replace("+", "-").replace("/", "_") + "=" * (-len(text) % 4))


def signed(text, signature, key):
    signature, key, text = b64(signature), b64(key), text.encode("utf-8")
    point, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or point is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    left, right = times(s, BASE), plus(r, times(h, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Log:
    """An event's log up to a position: the newest facts, prices and results."""

    def __init__(self, event, entries, until):
        self.event, self.fixture, self.state, self.state_n = event, {}, None, 0
        self.markets, self.results, self.cancels, self.started = {}, {}, [], None
        self.planned, self.clock, self.stops = None, 0, {}
        for entry in entries:
            if entry["position"] <= until and entry["message"] is not None and entry["skipped"] is None:
                self.clock = entry["offset_ms"]
                self.take(json.loads(entry["message"]))

    def take(self, message):
        kind, n = message["type"], message["n"]
        if kind == "fixture":
            self.fixture, self.planned = message, message["start"] + self.clock
        elif kind == "fixture_change" and message["change"] == "start" and "start" in message:
            self.planned = message["start"] + self.clock
        elif kind == "event_state" and n >= self.state_n:
            self.facts(message, n)
        elif kind == "odds_change":
            for market in message["markets"]:
                if n >= self.markets.get((market["id"], market["spec"]), {}).get("n", 0):
                    self.markets[market["id"], market["spec"]] = {**market, "n": n}
        elif kind == "bet_stop":
            self.stops[n] = message["groups"]
        elif kind in ("bet_settlement", "rollback_bet_settlement"):
            for market in message["markets"]:
                name = (market["id"], market["spec"])
                if n > self.results.get(name, {}).get("n", 0):
                    self.results[name] = {**market, "n": n, "certainty": message.get("certainty"), "offset": self.clock}
        elif kind == "bet_cancel":
            limits = [message[end] + self.clock if end in message else None for end in ("from", "to")]
            self.cancels += [[market["id"], market["spec"], *limits] for market in message["markets"]]
        elif kind == "rollback_bet_cancel":
            limits = [message[end] + self.clock if end in message else None for end in ("from", "to")]
            named = [(market["id"], market["spec"]) for market in message["markets"]]
            self.cancels = [each for each in self.cancels if tuple(each[:2]) not in named or not close(each[2:], limits)]

    def facts(self, message, n):
        self.state, self.state_n = message, n
        if self.started is None and message["status"] not in ("not_started", "postponed", "cancelled"):
            begun = [each for each in message["incidents"] if each["kind"] == "period_start" and each["period"] == 1]
            self.started = (begun[0]["at"] if begun else message["at"]) + self.clock

    def own(self, kind, spec, outcome, outcomes):
        if self.state is None or "sport" not in self.fixture:
            return OPEN
        sets = (self.fixture.get("format") or {}).get("sets_to_win")
        facts = {**self.state, "sport": self.fixture["sport"]}
        if isinstance(sets, int) and 1 <= sets <= 10:
            facts["setsToWin"] = sets
        return result_of(kind, spec, outcome, outcomes, facts)


def close(a, b):
    return all(x is None and y is None or x is not None and y is not None and abs(x - y) <= 1000 for x, y in zip(a, b))


def provided(outcome):
    """The provider's result of an outcome in our terms."""
    if outcome["void_factor"] == 1:
        return "void"
    if outcome["void_factor"] == 0.5:
        return "half_won" if outcome["result"] else "half_lost"
    if not outcome["result"]:
        return "lost"
    share = Fraction(outcome["dead_heat"]).limit_denominator(100)
    return "won" if share == 1 else f"tie{share}"


def same(a, b):
    tie = lambda text: Fraction(text[3:]) if text.startswith("tie") else text  # noqa: E731
    return tie(a) == tie(b)


def time_ms(text):
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def leg_result(leg, log, accepted, now):
    """The result of a leg with the reason; "open" while nothing is paid on it."""
    name = (leg["market"], leg["spec"])
    for kind, spec, start, end in log.cancels:
        if (kind, spec) == name and (start is None or accepted >= start) and (end is None or accepted <= end):
            return "void", "cancelled"
    found = log.results.get(name)
    if not found or "outcomes" not in found:
        late = log.planned is not None and log.started is None and now - log.planned >= 48 * 3_600_000
        return ("void", "not_started") if late else (OPEN, "")
    results = {each["id"]: provided(each) for each in found["outcomes"]}
    outcomes = [*results, *(each["id"] for each in log.markets.get(name, {}).get("outcomes", []))]
    own = {each: log.own(*name, each, outcomes) for each in results}
    is_known = OPEN not in own.values()
    if is_known and any(not same(results[each], own[each]) for each in results):
        return OPEN, "disputed"
    if leg["outcome"] not in results or (found["certainty"] != 2 and not is_known):
        return OPEN, ""
    before = leg["state"]["status"] in (None, "not_started", "postponed")
    if accepted >= found["decided_at"] + found["offset"] or (before and log.started is not None and accepted >= log.started):
        return "void", "late"
    return results[leg["outcome"]], "result"


def micros(text):
    return int(Decimal(text) * 1_000_000)


def amount(value):
    text = f"{Decimal(value) / 1_000_000:.6f}".rstrip("0").rstrip(".")
    return text or "0"


class Standings:
    def __init__(self, standings):
        self.standings = standings


def place_result(leg, log, result, terms):
    """The result of the place part of a leg each-way; "open" while the places are not known."""
    if result in (OPEN, "void"):
        return result
    return placed(Standings((log.state or {}).get("standings")), terms["places"], leg["outcome"])


def judged(receipt, results, closed, places=()):
    """What the slip returns by the results of its legs: "settled payout boost", "voided 0 0" or "reopened 0 0"."""
    if all(each == "void" for each in results):
        return "voided 0 0"
    terms = receipt["terms"]
    system = f"system:{','.join(map(str, terms['folds']))}" if terms["kind"] == "system" else terms["kind"]
    flags = "each_way" if "eachWay" in terms else "free" if receipt["free_bet"] else "cashed_out" if closed else "-"
    prices = [micros(leg["price"]) // 1000 for leg in receipt["legs"]]
    stars = ["*" if each else "" for each in terms["bankers"]]
    stake = micros(receipt["stake"]) - closed

    def returned(open_result):
        if "builder" in terms:
            sets = ",".join(map(str, terms["builder"][1:]))
            legs = [f"[{sets}]:{','.join(open_result if each == OPEN else each for each in results)}"]
            return slip_return(stake, "single", flags, legs), legs
        legs = [f"{star}{price}:{open_result if each == OPEN else each}" for star, price, each in zip(stars, prices, results)]
        if "eachWay" in terms:
            parts = [f":1/{each['part']}:{open_result if place == OPEN else place}" for each, place in zip(terms["eachWay"], places)]
            legs = [leg + part for leg, part in zip(legs, parts)]
        return slip_return(stake, system, flags, legs), legs

    total, legs = returned("lost")
    if int(total) != int(returned("won")[0]):
        return "reopened 0 0"
    boost = 0 if OPEN in results else slip_boost(total, system, flags, legs)
    return f"settled {amount(int(total))} {amount(boost)}"


FROM_THE_LOG = (
    "result", "result_corrected", "result_withdrawn", "market_cancelled", "cancellation_lifted", "accepted_late", "not_started", "void_result",
)  # fmt: skip


class Report:
    def __init__(self):
        self.different = 0

    def say(self, title, right, note=""):
        self.different += right is False
        word = "ok     " if right else "DIFFERS" if right is False else "-      "
        print(f"{word} {title}{f': {note}' if note else ''}")


def check_receipt(report, key, title, receipt):
    text = receipt["text"].encode("utf-8")
    own = sha(text)
    report.say(f"{title}: hash", own.hex() == receipt["hash"])
    report.say(f"{title}: signature", signed(receipt["text"], receipt["signature"], key))
    day = receipt["included"]
    if day is None:
        return report.say(f"{title}: root", None, "not published yet")
    node = sha(b"\0", own)
    for step in day["path"]:
        other = bytes.fromhex(step["hash"])
        node = sha(b"\1", other, node) if step["side"] == "left" else sha(b"\1", node, other)
    chain = sha(f"{day['before']}:{day['day']}:{day['receipts']}:{node.hex()}".encode("ascii")).hex()
    report.say(f"{title}: root of {day['day']}", (node.hex(), chain) == (day["root"], day["chain"]))


def check_event(report, event, legs, frames):
    hashes = b64(event["hashes"])
    heads = [bytes(32)]
    for at in range(0, len(hashes), 32):
        heads.append(sha(heads[-1], hashes[at : at + 32]))
    entries = [entry for entry in event["entries"] if entry["message"] is not None]
    linked = heads[-1].hex() == event["head"] and all(
        sha(entry["message"].encode("utf-8")) == hashes[32 * entry["position"] - 32 : 32 * entry["position"]] for entry in entries
    )
    marked = all(leg["position"] < len(heads) and heads[leg["position"]].hex() == leg["head"] for leg in legs)
    report.say(f"{event['event']}: log of {len(heads) - 1} messages", linked and marked)
    bad, seen = [], 0
    for entry in entries:
        frame = frames.get(f"{entry['producer']}/{entry['epoch']}/{entry['frame']}")
        if frame:
            seen += 1
            if entry["message"] not in frame["body"] or not any(signed(frame["body"], frame["signature"], key) for key in event["keys"]):
                bad.append(entry["position"])
    report.say(f"{event['event']}: {seen} messages signed by {event['provider']}", not bad, ", ".join(map(str, bad)))
    log = Log(event["event"], event["entries"], 10**15)
    seed = (log.state or {}).get("seed")
    if seed and "commitment" in log.fixture:
        report.say(f"{event['event']}: seed", sha(bytes.fromhex(seed)).hex() == log.fixture["commitment"])


def check_price(report, number, leg, event, is_own):
    market = Log(leg["event"], event["entries"], leg["position"]).markets.get((leg["market"], leg["spec"]), {})
    price = next((each["price"] for each in market.get("outcomes", []) if each["id"] == leg["outcome"]), None)
    right = price is not None and Decimal(price) == Decimal(leg["price"]) and market["n"] == leg["n"] and market["status"] == "active"
    if is_own and not right:
        return report.say(f"selection {number}: {leg['price']} was set by an operator", None, f"the log has {price}")
    report.say(f"selection {number}: {leg['price']} at position {leg['position']}", right, "" if right else f"the log has {price}")


def check_slip(file):
    slip, frames, report = file["slip"], file.get("frames", {}), Report()
    check_receipt(report, slip["key"], "receipt", slip["receipt"])
    receipt = json.loads(slip["receipt"]["text"])
    report.say("the receipt is of this slip", receipt["slip"] == slip["id"])
    events = {event["event"]: event for event in slip["events"]}
    for event in slip["events"]:
        check_event(report, event, [leg for leg in receipt["legs"] if leg["event"] == event["event"]], frames)
    for number, leg in enumerate(receipt["legs"], 1):
        check_price(report, number, leg, events[leg["event"]], number - 1 in receipt["terms"].get("ownPrices", []))
    status, closed, cashed, payout, boost = "open", 0, 0, "0", "0"
    for number, proven in enumerate(slip["revisions"], 1):
        check_receipt(report, slip["key"], f"settlement {number}", proven)
        revision = json.loads(proven["text"])
        report.say(f"settlement {number} is of this slip", (revision["slip"], revision["number"]) == (slip["id"], number))
        if revision["cause"]["reason"] in FROM_THE_LOG:
            check_revision(report, receipt, revision, events, closed)
        else:
            report.say(f"settlement {number}", None, f"{revision['cause']['reason']} {revision['payout']}")
        if "into" in revision["cause"]:
            report.say("the bet was replaced by another one", None, revision["cause"]["into"])
        if revision["result"] == "cashed_out":
            closed, cashed = closed + micros(revision["closed"]), cashed + micros(revision["payout"])
            status = "cashed_out" if closed == micros(receipt["stake"]) else "open"
        else:
            settled = revision["result"] == "settled"
            status = "open" if revision["result"] == "reopened" else revision["result"]
            payout, boost = (revision["payout"], revision["boost"]) if settled else ("0", "0")
    if "replaces" in receipt["terms"]:
        report.say("the bet replaced another one", None, receipt["terms"]["replaces"])
    said = slip["stands"]
    here = (status, len(slip["revisions"]), payout, boost, amount(cashed))
    report.say("the slip stands at its last settlement", here == (said["status"], said["revision"], said["payout"], said["boost"], said["cashed_out"]))
    return 1 if report.different else 0


def check_revision(report, receipt, revision, events, closed):
    positions, number = revision["cause"].get("positions", {}), revision["number"]
    accepted, now = time_ms(receipt["placed_at"]), time_ms(revision["at"])
    logs = {name: Log(name, event["entries"], positions.get(name, 10**15)) for name, event in events.items()}
    legs = [leg_result(leg, logs[leg["event"]], accepted, now) for leg in receipt["legs"]]
    terms = receipt["terms"].get("eachWay", [])
    places = [place_result(leg, logs[leg["event"]], legs[at][0], terms[at]) for at, leg in enumerate(receipt["legs"]) if terms]
    here = judged(receipt, [result for result, _ in legs], closed, places)
    there = f"settled {revision['payout']} {revision['boost']}" if revision["result"] == "settled" else f"{revision['result']} 0 0"
    results = ", ".join(f"{result} ({cause})" if cause else result for result, cause in legs)
    report.say(f"settlement {number}: {results}: {there}", here == there, "" if here == there else f"here {here}")


def check_lines(lines):
    """Each line is {"facts", "kind", "spec", "results": {outcome: claimed}}."""
    count = different = 0
    for line in lines:
        asked = json.loads(line)
        for outcome, claimed in asked["results"].items():
            count += 1
            found = result_of(asked["kind"], asked["spec"], outcome, list(asked["results"]), asked["facts"])
            if found != claimed:
                different += 1
                print(f"differs: {asked['kind']} {asked['spec']} {outcome}: here {found}, there {claimed}, {json.dumps(asked['facts'])}")
    print(f"{count} results, {different} differ")
    return 1 if different else 0


def main(arguments):
    if arguments == ["check"]:
        return check_lines(sys.stdin)
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        file = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"{arguments[0]} cannot be read: {error}")
        return 2
    if not isinstance(file, dict) or "slip" not in file:
        print(f"{arguments[0]} is not the proof of a bet")
        return 2
    return check_slip(file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

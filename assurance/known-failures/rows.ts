import { cannot, type Failure, failure, shownBy } from "./failures.ts";

const books =
  "simulation: two thousand seeds: the books are right after every step, nothing is open at the end, and everything that can fail has failed";
const hostileFields = "hostile: an invalid value in any field is refused by name and moves nothing";
const extraFields = "hostile: undeclared fields change nothing: no balance, role or verification can be injected";
const oneStake = "races: 200 stakes on a balance for one: one is taken";
const atOnce = "it is decided and paid in the statement that takes the stake";

/** The known ways, in the order of their numbers. */
export const failures: readonly Failure[] = [
  failure(
    1,
    "The published commitment was enough to compute the result",
    shownBy("all", "promises: 1: the promise alone gives no result, in any game"),
    shownBy(
      "shared",
      "chains: no outcome can be derived from what is public: the commitment is not a key, and a link is known only when revealed",
    ),
  ),
  failure(
    2,
    "The secret was in an object that was sent to every client",
    shownBy(
      "all",
      "secrets: 2: every game is played over every transport, and no byte of output contains a live secret",
    ),
    shownBy(
      "steps",
      "steps: known failure 2: no row, answer or event of an open round holds its seed or what was not shown",
    ),
    shownBy("crash", "crash: 2, 25: before the crash no byte that leaves says the link or the point"),
    shownBy("roulette", "roulette: 2, 25: before the ball falls no byte that leaves says the link or the number"),
    shownBy("rooms", "rooms-faults: 2: until a round is over nothing published contains its secret"),
  ),
  failure(
    3,
    "An automatic seed rotation revealed a board that was still in play",
    shownBy(
      "steps",
      "steps: known failure 3: rotation never reveals an open board; it is refused until the round is over",
    ),
    cannot("instant", `${atOnce}: there is no open board`),
    cannot(
      ["shared", "multiplayer", "rooms"],
      "they use no player seed; a round's secret is revealed in the step that ends it",
    ),
  ),
  failure(
    4,
    "Two simultaneous cash-outs were both paid",
    shownBy("steps", "steps: known failure 4: two cash-outs in one tick pay once"),
    shownBy("steps", "round-races: two cash-outs in one tick, and one in another process: one is paid"),
    shownBy("crash", "crash: 4: two cash-outs in one tick pay once"),
    shownBy(
      "duels",
      "duels: 4: while bob's stake is on its way alice cannot take her duel back",
      "duels: joining and taking back at one moment: one of them happens",
    ),
    shownBy(
      "rooms",
      "rooms: leaving and a second player's stake at one moment: either the round is refunded or it is drawn",
    ),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    cannot("instant", `${atOnce}: there is nothing to cash out`),
    cannot("roulette", "a spin has no cash-out; every bet ends with its round"),
  ),
  failure(
    5,
    "A cleanup job refunded the stakes of a round that was still running",
    shownBy(
      "steps",
      "round-races: are found a day after their last step, at once for a self-excluded player, and not for a time-out",
    ),
    shownBy("crash", "crash: 5: a standby leaves a living round alone"),
    shownBy("roulette", "roulette: 5: a standby leaves a living round alone"),
    shownBy("rooms", "rooms-faults: 5: a standby leaves a living round alone"),
    shownBy(
      "duels",
      "duels: a commit whose acknowledgement was lost: the duel exists once, and its stake is not refunded",
    ),
    shownBy(["duels", "battles"], books),
    cannot("instant", `${atOnce}: there is no round to clean up`),
  ),
  failure(
    6,
    "A process crashed between voiding a round and refunding its stakes",
    shownBy(
      "crash",
      "crash: 6: a successor that crashes between two refunds leaves the rest to the next one; no stake is refunded twice",
    ),
    shownBy(
      "roulette",
      "roulette: 6: a successor that crashes between two refunds leaves the rest to the next one; no stake is refunded twice",
    ),
    shownBy(
      "rooms",
      "rooms-faults: 6: at %s, between void and refund: it stays void, and everybody is paid back once, though the value has come meanwhile",
    ),
    shownBy("duels", "duels: 6: between void and refund: it stays void, though the value is there by then"),
    shownBy("battles", "battles: 6: between void and refund: it stays void, though the value is there by then"),
    shownBy("steps", books),
    cannot("instant", `${atOnce}: no round is ever voided`),
  ),
  failure(
    7,
    "Without a configured random source, settlement fell back to its own",
    shownBy("all", "code: takes time, chance and output from its host"),
    shownBy(
      ["instant", "steps"],
      "seeds: no default random source: seeds are read from the host's, and no two are the same",
    ),
  ),
  failure(
    8,
    "A reward was marked as claimed before it was paid, and then was not paid",
    shownBy(
      "Fairhouse",
      "wheel: alice turns the wheel once a day, once in ten concurrent calls, and verifies it when her seed is revealed",
    ),
    cannot("all", "a game gives no rewards; what it pays is its settlement, see 16"),
  ),
  failure(
    9,
    "A request that lost a race also lost its stake",
    shownBy(
      "instant",
      "instant: a refused bet uses up no nonce: the next one gets the draw it would have had",
      "wallet: a refused bet uses no nonce: the same nonce decides the next bet",
    ),
    shownBy("steps", "steps: known failure 17: a losing step racing a cash-out is lost or paid, never both"),
    shownBy("crash", "crash: 9: a bet that arrives too late, or is refused for any reason, costs nothing"),
    shownBy(
      "roulette",
      "roulette: 9, 20: chips that arrive too late, or are refused for any reason, cost nothing and free their spots",
    ),
    shownBy(
      "rooms",
      "rooms: 50 players race for the last 50 ms: every accepted stake is in the list, every refused player keeps their money",
    ),
    shownBy("duels", "duels: two players join one duel at the same moment: one is in, the other keeps their money"),
    shownBy(
      "duels",
      "duels: between the joiner's stake and the close record: the stake is refunded once, and the duel stays open for carol",
    ),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    shownBy("all", books),
  ),
  failure(
    10,
    "Another player's ID in a request moved that player's money, or created some",
    shownBy(
      "instant",
      "instant-database: own history has the bet, and other people's does not; forged ids are not found",
    ),
    shownBy(
      "steps",
      "steps: a round is visible to its player only; own history lists it, an open one only with its start",
    ),
    shownBy("crash", "crash: 10: players cannot cash out another player's bet"),
    shownBy("duels", "duels: what is refused takes nothing, and a refused stake frees the seat"),
    shownBy("battles", "battles: what is refused takes nothing, and a refused stake frees its seat"),
    shownBy("all", "wallet: the key of another player is another bet"),
  ),
  failure(
    11,
    "In an edge case the paytable returned more than was staked",
    shownBy(
      "dice",
      "dice-rules: returns exactly 99 % before the last micro-unit is cut, never more, in every currency at the smallest and the largest stake",
    ),
    shownBy(
      "plinko",
      "plinko-rules: returns exactly 99 %, counted over all paths in whole numbers",
      "plinko-server: with a table that returns more the game is not opened",
    ),
    shownBy("limbo", "limbo-rules: returns 99 %, less at most its own hundredths of 2^-52, and never more"),
    shownBy(
      "keno",
      "keno-rules: returns 98.9 to 99.1 %, counted exactly over all draws",
      "keno-server: with a row outside the band the game is not opened",
    ),
    shownBy(
      "cases",
      "cases-rules: each returns exactly 95 % in every currency, counted ticket by ticket of the table in micro-units",
      "cases-server: 11: with a case outside its band the game is not opened",
    ),
    shownBy(["coinflip", "coinflip ladder"], "coinflip-rules: no payout is above 99 % of what a fair coin would pay"),
    shownBy(
      "miner",
      "miner-rules: every legal round returns 99 % before the last micro-unit is cut, wherever it is cashed out",
    ),
    shownBy("hilo", "hilo-rules: every round of any two or fewer guesses returns exactly 99 %"),
    shownBy(
      "crash",
      "crash-rules: returns 99 % for every target from 1.01x, less at most t/100 * 2^-52, and never more",
    ),
    shownBy("roulette", "roulette-rules: no spread that the limits allow can pass 36 times what it stakes"),
    shownBy(
      "rooms",
      "rooms-rules: the expected return of a stake is 97 % of it to the micro-unit, as every ticket is equally likely",
    ),
    shownBy("duels", "duels-rules: one draw below 2: 0 is the opener's side, exactly half of all words"),
    shownBy(
      "battles",
      "battles-rules: 12: what is paid is all prizes, to the micro-unit, in every currency: a battle returns what its cases return",
    ),
  ),
  failure(
    12,
    "Rounding at the smallest stake created an edge, or removed it",
    shownBy("dice", "dice-rules: the smallest stake at the smallest win still wins: 0.01 at 1.0102x pays 0.010102"),
    shownBy(
      "plinko",
      "plinko-rules: and so it does in micro-units at the smallest and the largest stake of each currency",
    ),
    shownBy(
      "limbo",
      "limbo-rules: payouts lose nothing to rounding: every allowed stake times a target is a whole number of micro-units",
    ),
    shownBy("keno", "keno-rules: and so it does in micro-units at the smallest and the largest stake of each currency"),
    shownBy("cases", "cases-rules: every prize is whole cents in every currency, so nothing of it is ever cut"),
    shownBy(
      "coinflip",
      "coinflip-rules: a single flip returns exactly 99 % at the smallest and the largest stake of every currency",
    ),
    shownBy("coinflip ladder", "coinflip-rules: a ladder returns exactly 99 %, whenever the player means to stop"),
    shownBy(
      "miner",
      "miner-rules: and at the smallest stake of each currency no less than 98.98 %: rounding makes no edge of its own",
    ),
    shownBy("hilo", "hilo-rules: at the smallest stake of each currency one guess returns no less than 98.98 %"),
    shownBy(
      "crash",
      "crash-rules: no payout loses anything to rounding: every allowed stake times a hundredth is a whole number of micro-units",
    ),
    shownBy(
      "roulette",
      "roulette-rules: 36 of 37 of every spot, in every currency, at the smallest and the largest stake, to the micro-unit",
    ),
    shownBy(
      "rooms",
      "rooms-rules: 12: the winner gets 97 % of the pot, cut by less than a micro-unit, for all stakes, also at the smallest of each currency",
    ),
    shownBy(
      "duels",
      "duels-rules: 12: the winner gets 97 % of both stakes less than a micro-unit, also at the smallest of each currency",
    ),
    shownBy(
      "battles",
      "battles-rules: 12: what is paid is all prizes, to the micro-unit, in every currency: a battle returns what its cases return",
    ),
  ),
  failure(
    13,
    'Invalid stakes (NaN, -0, 1e-37, "1e3", huge, negative) were accepted',
    shownBy("all", hostileFields),
    shownBy("instant", "instant: 13: hostile stakes move nothing"),
    shownBy("crash", "crash: 13: hostile stakes and targets move nothing"),
    shownBy("roulette", "roulette: 13: hostile spots and stakes move nothing"),
  ),
  failure(
    14,
    "The balance was read outside the transaction that took the stake",
    shownBy("all", oneStake),
    shownBy(
      ["dice", "plinko", "limbo", "keno", "coinflip"],
      "instant: 14: twenty bets at once on a balance that covers one",
    ),
    shownBy("cases", "cases-server: 14: twenty openings at once on a balance that covers one"),
    shownBy("crash", "crash: 14: twenty bets at once on a balance that covers one"),
    shownBy("roulette", "roulette: 14: two bets at once on a balance that covers one, and on a spot that takes one"),
  ),
  failure(
    15,
    "Bonus money counted when a stake was checked, and not when it was taken",
    shownBy("all", "wallet: 15: bonus money cannot be staked: it is neither counted nor taken"),
  ),
  failure(
    16,
    "A settlement was published before the money had moved",
    shownBy("crash", "crash: 16: a cash-out is published only when the money has moved, however long that takes"),
    shownBy("roulette", "roulette: 16: payouts are published only when the money has moved, however long that takes"),
    shownBy(
      ["instant", "steps"],
      "kill: kill -9 of the server in the middle of rounds: every acknowledged step is kept, each round waits where it was",
    ),
    shownBy("all", "races: after the commit: what was committed is found by its key, never done again", books),
  ),
  failure(
    17,
    "The automatic end of a round raced a cash-out, and both were paid",
    shownBy("steps", "steps: known failure 17: a losing step racing a cash-out is lost or paid, never both"),
    shownBy("steps", "round-races: a reveal racing a cash-out racing the automatic end: the losers get `outpaced`"),
    shownBy(
      "crash",
      "crash: 17: of an automatic and a manual cash-out the earlier stamp counts, also in one millisecond",
      "crash-rules: of an automatic and a manual one the earlier stamp counts",
    ),
    shownBy(["duels", "battles"], books),
    cannot("instant", `${atOnce}: nothing ends later`),
    cannot("roulette", "a spin has no cash-out"),
    cannot("rooms", "a pot has no cash-out; leaving is decided in the step that checks for a second player, see 4"),
  ),
  failure(
    18,
    "An abandoned game held its stake forever",
    shownBy(
      "steps",
      "steps: after a day without a step it is cashed out at its current value, or refunded where there was none",
    ),
    shownBy("crash", "crash: 18: a bet whose player never comes back ends with its round"),
    shownBy("rooms", "rooms: alone for ten minutes: refunded"),
    shownBy(
      "battles",
      "battles: 27: the casino takes no seat: a battle that is not full after ten minutes is refunded to all its players",
    ),
    shownBy(["duels", "roulette"], books),
    cannot("instant", atOnce),
  ),
  failure(
    19,
    "A duplicate start request created two rounds",
    shownBy(
      "instant",
      "instant: a repeat gets the same bytes and moves nothing; the key with another body is a conflict",
    ),
    shownBy(
      "steps",
      "steps: known failure 19: a duplicate start makes one round, and a second start is answered with the open one",
    ),
    shownBy("crash", "crash: 19: the same start twice is one bet, answered with the same bytes"),
    shownBy(
      "roulette",
      "roulette: 19: the same bet twice is one bet, answered with the same bytes, also after the spin",
    ),
    shownBy("battles", "battles: one player in two tabs has one seat and pays once"),
    shownBy("all", books, "simulation: that takes a repeated stake again"),
  ),
  failure(
    20,
    "A bet entered a running round because its debit was still in flight",
    shownBy("crash", "crash: 20: a stake still on its way when betting closes is not in the round and not taken"),
    shownBy(
      "crash",
      "crash: 20: a bet that was held up on its way does not slip into the next round; a repeat of one that was taken is answered",
    ),
    shownBy(
      "roulette",
      "roulette: 20: chips that were held up on their way do not slip into the next spin; a repeat of laid ones is answered",
    ),
    shownBy("shared", "intents: a bet on a shared round that waited through a reload is not sent into the next round"),
    shownBy(
      ["shared", "rooms"],
      "races: bets racing the closing of a betting window: accepted ones exist when it has closed, and none follows",
    ),
    shownBy(
      "rooms",
      "rooms: 50 players race for the last 50 ms: every accepted stake is in the list, every refused player keeps their money",
    ),
    shownBy("duels", "duels: two players join one duel at the same moment: one is in, the other keeps their money"),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    cannot(["instant", "steps"], "a round is one player's own and begins with the statement that takes its stake"),
  ),
  failure(
    21,
    "A balance sent by the browser was trusted",
    shownBy("all", extraFields),
    shownBy("crash", "crash: 21, 24: what a client says about multipliers, times and balances counts for nothing"),
    shownBy("roulette", "roulette: 21: nothing that a browser says about numbers, rounds or payouts counts"),
  ),
  failure(
    22,
    "A revoked token remained valid on an open socket",
    shownBy(
      "all",
      "live: of a session closes its sockets at once and no others",
      "live: of a guest, or under an ended session, are refused",
    ),
  ),
  failure(
    23,
    "An external provider rolled back a bet before it had placed it",
    shownBy("Fairhouse", "webhooks: a payment racing with expiry and with cancelling: credited in either order"),
    cannot("all", "no external provider places or rolls back a bet in them"),
  ),
  failure(
    24,
    "A cash-out was timestamped by the player's clock",
    shownBy("crash", "crash: 21, 24: what a client says about multipliers, times and balances counts for nothing"),
    shownBy("steps", extraFields),
    cannot(["instant", "roulette", "rooms", "multiplayer"], "nothing that pays depends on when a player acts"),
  ),
  failure(
    25,
    "A result was visible before its animation",
    shownBy("crash", "crash: 2, 25: before the crash no byte that leaves says the link or the point"),
    shownBy("roulette", "roulette: 25: payouts are published when the ball rests, not when it begins to fall"),
    shownBy(
      "rooms",
      "rooms-view: 25: a result that arrives while the page is open is not shown before the wheel has turned",
    ),
    shownBy(
      "plinko",
      "veil: alice drops three balls at once: her stakes leave as she drops, each payout comes when its ball lands",
    ),
    shownBy(
      "multiplayer",
      "multiplayer-view: a round that ends while the page is open is animated once; one that had ended before is not",
    ),
    shownBy(
      ["instant", "steps"],
      "feed: rows come in batches, not before the scene could show them, at most four times a second",
    ),
  ),
  failure(
    26,
    "A leader that had been suspended paid after its successor",
    shownBy("crash", "crash: 26: a leader that was asleep cannot pay, reveal or open a round after its successor"),
    shownBy(
      "roulette",
      "roulette: 26: a leader that was asleep in the spin cannot pay, reveal or open a round after its successor",
    ),
    shownBy(
      "rooms",
      "rooms-faults: 26: a leader that was only asleep pays nothing and closes nothing after its successor",
    ),
    shownBy(
      "duels",
      "duels: 26: another process takes over: open duels stay open, the leader that slept writes and pays nothing",
    ),
    shownBy(
      "battles",
      "battles: 26: another process takes over: seats stay taken, the paused leader gives no seat and pays nothing",
    ),
    cannot(
      ["instant", "steps"],
      "they have no leader: any process can take each step, and the database accepts one of them",
    ),
  ),
  failure(
    27,
    "The casino took the last seat without disclosing it",
    shownBy("duels", "duels: 27: the casino joins after half a minute, only if allowed, and is shown as the casino"),
    shownBy(
      "battles",
      "battles: 27: the casino takes no seat: a battle that is not full after ten minutes is refunded to all its players",
    ),
    shownBy("rooms", "rooms: 27: a pot holds only players whose stakes are in the books: the casino has no seat"),
    cannot(["instant", "steps", "shared"], "players play against the casino, not against each other"),
  ),
];

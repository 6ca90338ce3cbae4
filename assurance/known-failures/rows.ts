import { cannot, type Failure, failure, shownBy } from "./failures.ts";

const books =
  "simulation: two thousand seeds: the books are right after every step, nothing is open at the end, and everything that can fail has failed";
const hostileFields = "hostile: an invalid value in any field is refused by name and moves nothing";
const extraFields = "hostile: undeclared fields change nothing: no balance, role or verification can be injected";
const oneStake = "races: 200 stakes on a balance that covers one: one is taken";
const atOnce = "it is decided and paid in the statement that takes the stake";

/** The known ways, in the order of their numbers. */
export const failures: readonly Failure[] = [
  failure(
    1,
    "What was published as a promise was enough to compute the result",
    shownBy("all", "promises: 1: the promise alone gives no result, in any game"),
    shownBy(
      "shared",
      "chains: no outcome can be derived from what is public: the commitment is not a key, and a link is known only when revealed",
    ),
  ),
  failure(
    2,
    "The secret lay in an object that was sent to everybody",
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
    shownBy("rooms", "rooms-faults: 2: until a round is over nothing that leaves the house says its secret"),
  ),
  failure(
    3,
    "A change of seeds, made by itself, showed a board that was still being played",
    shownBy(
      "steps",
      "steps: known failure 3: rotation never reveals an open board; it is refused until the round is over",
    ),
    cannot("instant", `${atOnce}: there is no open board`),
    cannot(
      ["shared", "multiplayer", "rooms"],
      "no player's seed decides them; a round's secret is shown in the step that ends it",
    ),
  ),
  failure(
    4,
    "Two cash-outs in one moment were both paid",
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
      "rooms: leaving and a second player's stake at one moment: either the round is given back or it is drawn",
    ),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    cannot("instant", `${atOnce}: there is nothing to cash out`),
    cannot("roulette", "a spin has no cash-out; every bet ends with its round"),
  ),
  failure(
    5,
    "A job that cleans up gave back the stakes of a round that was alive",
    shownBy(
      "steps",
      "round-races: are found a day after their last step, at once for who has excluded himself, and not for a time-out",
    ),
    shownBy("crash", "crash: 5: a standby leaves a living round alone"),
    shownBy("roulette", "roulette: 5: a standby leaves a living round alone"),
    shownBy("rooms", "rooms-faults: 5: a standby leaves a living round alone"),
    shownBy("duels", "duels: a commit that was not heard of: the duel is there once, and its stake is not given back"),
    shownBy(["duels", "battles"], books),
    cannot("instant", `${atOnce}: there is no round to clean up`),
  ),
  failure(
    6,
    "A process died between declaring a round void and giving the stakes back",
    shownBy(
      "crash",
      "crash: 6: a successor that dies between two refunds leaves the rest to the next one; nobody is refunded twice",
    ),
    shownBy(
      "roulette",
      "roulette: 6: a successor that dies between two refunds leaves the rest to the next one; nobody is refunded twice",
    ),
    shownBy(
      "rooms",
      "rooms-faults: 6: at %s, between void and refund: it stays void, and everybody is paid back once, though the value has come meanwhile",
    ),
    shownBy("duels", "duels: 6: between void and refund: it stays void, though the value is there by then"),
    shownBy("battles", "battles: 6: between void and refund: it stays void, though the value is there by then"),
    shownBy("steps", books),
    cannot("instant", `${atOnce}: none is ever void`),
  ),
  failure(
    7,
    "Where no random source was given, settlement took one of its own",
    shownBy("all", "code: takes time, chance and output from its host"),
    shownBy(
      ["instant", "steps"],
      "seeds: no default random source: seeds come from the host's, and no two are the same",
    ),
  ),
  failure(
    8,
    "A reward was marked as claimed before it was paid, and then was not paid",
    shownBy(
      "the house",
      "wheel: alice turns the wheel once a day, once in ten concurrent calls, and verifies it when her seed is revealed",
    ),
    cannot("all", "a game gives no rewards; what it pays is its settlement, see 16"),
  ),
  failure(
    9,
    "Who lost a race lost his stake with it",
    shownBy(
      "instant",
      "instant: a refused bet uses up no nonce: the next one gets the draw it would have had",
      "wallet: a refused bet uses no nonce: the same nonce decides the next bet",
    ),
    shownBy("steps", "steps: known failure 17: a losing step racing a cash-out is lost or paid, never both"),
    shownBy("crash", "crash: 9: a bet that comes too late, or is refused for any reason, costs nothing"),
    shownBy(
      "roulette",
      "roulette: 9, 20: chips that come too late, or are refused for any reason, cost nothing and free their spots",
    ),
    shownBy(
      "rooms",
      "rooms: 50 players race for the last 50 ms: who is answered with a stake is in the list, who is refused keeps his money",
    ),
    shownBy("duels", "duels: two who join one duel at one moment: one is in, the other keeps his money"),
    shownBy(
      "duels",
      "duels: between the joiner's stake and the close record: his stake goes back once, and the duel stays open for carol",
    ),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    shownBy("all", books),
  ),
  failure(
    10,
    "Somebody else's number in a request moved his money, or made some",
    shownBy(
      "instant",
      "instant-database: own history has the bet, and other people's does not; forged ids are not found",
    ),
    shownBy(
      "steps",
      "steps: a round is visible to its player only; own history lists it, an open one only with its start",
    ),
    shownBy("crash", "crash: 10: nobody cashes out somebody else's bet"),
    shownBy("duels", "duels: what is refused takes nothing, and a refused stake frees the seat"),
    shownBy("battles", "battles: what is refused takes nothing, and a refused stake frees its seat"),
    shownBy("all", "wallet: the key of another player is another bet"),
  ),
  failure(
    11,
    "In some corner the paytable gave back more than was staked",
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
    shownBy("hilo", "hilo-rules: every round of up to two guesses, whatever they are, returns exactly 99 %"),
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
    "Rounding at the smallest stake made an edge, or ate it",
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
      "rooms-rules: 12: the winner gets 97 % of the pot less than a micro-unit, whatever the stakes, also at the smallest of each currency",
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
    'Stakes that are none (NaN, -0, 1e-37, "1e3", huge, negative) were taken',
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
    shownBy("all", "wallet: 15: bonus money is no stake: it is neither counted nor taken"),
  ),
  failure(
    16,
    "A settlement was told before the money had moved",
    shownBy("crash", "crash: 16: a cash-out is told only when the money has moved, however long that takes"),
    shownBy("roulette", "roulette: 16: what was paid is told only when the money has moved, however long that takes"),
    shownBy(
      ["instant", "steps"],
      "kill: kill -9 of the server in the middle of rounds: every answered step is kept, each round waits where it was",
    ),
    shownBy("all", "races: after the commit: what was committed is found by its key, never done again", books),
  ),
  failure(
    17,
    "What ends a round by itself raced a cash-out, and both were paid",
    shownBy("steps", "steps: known failure 17: a losing step racing a cash-out is lost or paid, never both"),
    shownBy(
      "steps",
      "round-races: a reveal racing a cash-out racing the automatic end: the loser is told that the round has moved on",
    ),
    shownBy(
      "crash",
      "crash: 17: of an automatic and a manual cash-out the earlier stamp counts, also in one millisecond",
      "crash-rules: of an automatic and a manual one the earlier stamp counts",
    ),
    shownBy(["duels", "battles"], books),
    cannot("instant", `${atOnce}: nothing ends later`),
    cannot("roulette", "a spin has no cash-out"),
    cannot("rooms", "a pot has no cash-out; leaving is decided in the step that looks for a second player, see 4"),
  ),
  failure(
    18,
    "A game that somebody left held his stake for ever",
    shownBy(
      "steps",
      "steps: after a day without a step it is cashed out at its current value, or refunded where there was none",
    ),
    shownBy("crash", "crash: 18: a bet whose player never comes back ends with its round"),
    shownBy("rooms", "rooms: alone for ten minutes: given back"),
    shownBy(
      "battles",
      "battles: 27: nobody sits down for the house: a battle that is not full after ten minutes goes back to all who are in it",
    ),
    shownBy(["duels", "roulette"], books),
    cannot("instant", atOnce),
  ),
  failure(
    19,
    "A start that came twice made two rounds",
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
    "A bet got into a round that was running, because its debit was still on its way",
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
      "races: bets racing the closing of a gate: what was accepted is there when it has closed, and nothing comes after",
    ),
    shownBy(
      "rooms",
      "rooms: 50 players race for the last 50 ms: who is answered with a stake is in the list, who is refused keeps his money",
    ),
    shownBy("duels", "duels: two who join one duel at one moment: one is in, the other keeps his money"),
    shownBy("battles", "battles: three who want the last seat at one moment: one has it, the others keep their money"),
    cannot(["instant", "steps"], "a round is one player's own and begins with the statement that takes its stake"),
  ),
  failure(
    21,
    "What a browser said of a balance was believed",
    shownBy("all", extraFields),
    shownBy("crash", "crash: 21, 24: what a client says about multipliers, times and balances counts for nothing"),
    shownBy("roulette", "roulette: 21: nothing that a browser says about numbers, rounds or payouts counts"),
  ),
  failure(
    22,
    "A token that was revoked went on counting on a socket that was open",
    shownBy(
      "all",
      "live: of a session closes its sockets at once and no others",
      "live: of a guest, or under an ended session, are refused",
    ),
  ),
  failure(
    23,
    "An outside company took a bet back before it had made it",
    shownBy("the house", "webhooks: a payment racing with expiry and with cancelling: credited, whoever is first"),
    cannot("all", "no outside company makes or takes back a bet in them"),
  ),
  failure(
    24,
    "A cash-out was stamped by the player's clock",
    shownBy("crash", "crash: 21, 24: what a client says about multipliers, times and balances counts for nothing"),
    shownBy("steps", extraFields),
    cannot(["instant", "roulette", "rooms", "multiplayer"], "nothing that pays depends on when a player acts"),
  ),
  failure(
    25,
    "A result could be seen before its animation",
    shownBy("crash", "crash: 2, 25: before the crash no byte that leaves says the link or the point"),
    shownBy("roulette", "roulette: 25: what was paid is told when the ball rests, not when it begins to fall"),
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
    "A leader that had been asleep paid after its successor",
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
      "battles: 26: another process takes over: seats stay taken, the leader that slept seats and pays nobody",
    ),
    cannot(
      ["instant", "steps"],
      "they have no leader: any process makes each step, and the books let one of them happen",
    ),
  ),
  failure(
    27,
    "The house took the last seat without saying so",
    shownBy("duels", "duels: 27: the house joins after half a minute, only where it may, and is shown as the house"),
    shownBy(
      "battles",
      "battles: 27: nobody sits down for the house: a battle that is not full after ten minutes goes back to all who are in it",
    ),
    shownBy("rooms", "rooms: 27: nobody is in a pot but players whose stakes are in the books: the house has no seat"),
    cannot(["instant", "steps", "shared"], "players play against the house, not against each other"),
  ),
];

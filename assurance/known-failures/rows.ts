import { cannot, type Failure, failure } from "./failures.ts";

/** The known ways, in the order of their numbers, with the games that cannot fail in them. The other games have tests with a tag. */
export const failures: readonly Failure[] = [
  failure(1, "The published commitment was enough to compute the result"),
  failure(2, "The secret was in an object that was sent to every client"),
  failure(
    3,
    "An automatic seed rotation revealed a board that was still in play",
    cannot("instant", "it is decided and paid in the statement that takes the stake: there is no open board"),
    cannot(
      ["shared", "multiplayer", "rooms"],
      "they use no player seed; a round's secret is revealed in the step that ends it",
    ),
  ),
  failure(
    4,
    "Two simultaneous cash-outs were both paid",
    cannot("instant", "it is decided and paid in the statement that takes the stake: there is nothing to cash out"),
    cannot("roulette", "a spin has no cash-out; every bet ends with its round"),
  ),
  failure(
    5,
    "A cleanup job refunded the stakes of a round that was still running",
    cannot("instant", "it is decided and paid in the statement that takes the stake: there is no round to clean up"),
  ),
  failure(
    6,
    "A process crashed between voiding a round and refunding its stakes",
    cannot("instant", "it is decided and paid in the statement that takes the stake: no round is ever voided"),
  ),
  failure(7, "Without a configured random source, settlement fell back to its own"),
  failure(
    8,
    "A reward was marked as claimed before it was paid, and then was not paid",
    cannot("all", "a game gives no rewards; what it pays is its settlement, see 16"),
  ),
  failure(9, "A request that lost a race also lost its stake"),
  failure(10, "Another player's ID in a request moved that player's money, or created some"),
  failure(11, "In an edge case the paytable returned more than was staked"),
  failure(12, "Rounding at the smallest stake created an edge, or removed it"),
  failure(13, 'Invalid stakes (NaN, -0, 1e-37, "1e3", huge, negative) were accepted'),
  failure(14, "The balance was read outside the transaction that took the stake"),
  failure(15, "Bonus money counted when a stake was checked, and not when it was taken"),
  failure(16, "A settlement was published before the money had moved"),
  failure(
    17,
    "The automatic end of a round raced a cash-out, and both were paid",
    cannot("instant", "it is decided and paid in the statement that takes the stake: nothing ends later"),
    cannot("roulette", "a spin has no cash-out"),
    cannot("rooms", "a pot has no cash-out; leaving is decided in the step that checks for a second player, see 4"),
  ),
  failure(
    18,
    "An abandoned game held its stake forever",
    cannot("instant", "it is decided and paid in the statement that takes the stake"),
  ),
  failure(19, "A duplicate start request created two rounds"),
  failure(
    20,
    "A bet entered a running round because its debit was still in flight",
    cannot(["instant", "steps"], "a round is one player's own and begins with the statement that takes its stake"),
  ),
  failure(21, "A balance sent by the browser was trusted"),
  failure(22, "A revoked token remained valid on an open socket"),
  failure(
    23,
    "An external provider rolled back a bet before it had placed it",
    cannot("all", "no external provider places or rolls back a bet in them"),
  ),
  failure(
    24,
    "A cash-out was timestamped by the player's clock",
    cannot(["instant", "roulette", "rooms", "multiplayer"], "nothing that pays depends on when a player acts"),
  ),
  failure(25, "A result was visible before its animation"),
  failure(
    26,
    "A leader that had been suspended paid after its successor",
    cannot(
      ["instant", "steps"],
      "they have no leader: any process can take each step, and the database accepts one of them",
    ),
  ),
  failure(
    27,
    "The casino took the last seat without disclosing it",
    cannot(["instant", "steps", "shared"], "players play against the casino, not against each other"),
  ),
];

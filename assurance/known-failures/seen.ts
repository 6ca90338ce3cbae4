/**
 * What was put into the house by hand to see a test turn red, by the name under which the rows know the test. Only what was truly
 * tried stands here, and every test of a row does: whoever names another breaks the house first, and strengthens the test where it
 * stays green.
 */
export const seen: Readonly<Record<string, string>> = {
  "crash: 2, 25: before the crash no byte that leaves says the link or the point":
    "the point told when the flight begins",
  "crash: 4: two cash-outs in one tick pay once": "a second cash-out does not see the first one's claim",
  "crash: 5: a standby leaves a living round alone": "the leader's lock given to everybody",
  "crash: 6: a successor that dies between two refunds leaves the rest to the next one; nobody is refunded twice":
    "the round declared void before the stakes are given back",
  "crash: 9: a bet that comes too late, or is refused for any reason, costs nothing":
    "a refused bet keeps its place in the round",
  "crash: 10: nobody cashes out somebody else's bet": "the owner of the bet is not asked for",
  "crash: 13: hostile stakes and targets move nothing": "stakes are not held against the limits",
  "crash: 16: a cash-out is told only when the money has moved, however long that takes":
    "the feed tells of a cash-out before it is paid",
  "crash: 18: a bet whose player never comes back ends with its round": "stakes of those who stayed in are not ended",
  "crash: 19: the same start twice is one bet, answered with the same bytes": "each request gets a key of its own",
  "crash: 20: a stake still on its way when betting closes is not in the round and not taken":
    "the gate is left open when betting ends",
  "crash: 20: a bet that was held up on its way does not slip into the next round; a repeat of one that was taken is answered":
    "the round that a bet was meant for is not looked at",
  "crash: 26: a leader that was asleep cannot pay, reveal or open a round after its successor":
    "a leader that was fenced off goes on",
  "crash: 14: twenty bets at once on a balance that covers one":
    "a stake is not held against the purse, in the wallet's model that this story plays on",
  "crash: 17: of an automatic and a manual cash-out the earlier stamp counts, also in one millisecond":
    "a manual cash-out is judged without the automatic target",
  "crash: 21, 24: what a client says about multipliers, times and balances counts for nothing":
    "the time that a cash-out says has passed is added to its stamp",
  "crash-rules: returns 99 % for every target from 1.01x, less at most t/100 * 2^-52, and never more":
    "the point drawn without an edge",
  "crash-rules: of an automatic and a manual one the earlier stamp counts":
    "a manual cash-out counts although the automatic one was earlier",
  "crash-rules: no payout loses anything to rounding: every allowed stake times a hundredth is a whole number of micro-units":
    "payouts cut to cents",
  "roulette: 2, 25: before the ball falls no byte that leaves says the link or the number":
    "the number told when the wheel is spun",
  "roulette: 5: a standby leaves a living round alone": "the leader's lock given to everybody",
  "roulette: 6: a successor that dies between two refunds leaves the rest to the next one; nobody is refunded twice":
    "the spin declared void before the stakes are given back",
  "roulette: 9, 20: chips that come too late, or are refused for any reason, cost nothing and free their spots":
    "refused chips keep their spots",
  "roulette: 13: hostile spots and stakes move nothing": "spots and stakes are not held against the limits",
  "roulette: 14: two bets at once on a balance that covers one, and on a spot that takes one":
    "nothing is reserved while a bet is on its way",
  "roulette: 16: what was paid is told only when the money has moved, however long that takes":
    "payouts told while they are being paid",
  "roulette: 19: the same bet twice is one bet, answered with the same bytes, also after the spin":
    "each request gets a key of its own",
  "roulette: 20: chips that were held up on their way do not slip into the next spin; a repeat of laid ones is answered":
    "the spin that chips were meant for is not looked at",
  "roulette: 25: what was paid is told when the ball rests, not when it begins to fall":
    "payouts told without waiting for the ball",
  "roulette: 26: a leader that was asleep in the spin cannot pay, reveal or open a round after its successor":
    "a leader that was fenced off goes on",
  "roulette: 21: nothing that a browser says about numbers, rounds or payouts counts":
    "the stake that a request says instead of the sum of its chips",
  "promises: 1: the promise alone gives no result, in any game": "streams that do not hang on their key",
  "code: takes time, chance and output from its host": "`Math.random` in the rules of a game",
  "instant: a repeat gets the same bytes and moves nothing; the key with another body is a conflict":
    "each request gets a key of its own",
  "instant: 13: hostile stakes move nothing": "stakes are not held against the limits",
  "instant: 14: twenty bets at once on a balance that covers one":
    "a stake is not held against the purse, in the wallet's model that this story plays on",
  "instant: a refused bet uses up no nonce: the next one gets the draw it would have had":
    "a refused stake moves the nonce on, in the wallet's model that this story plays on",
  "intents: a bet on a shared round that waited through a reload is not sent into the next round":
    "the round that an intent was meant for is not looked at",
  "rooms-view: 25: a result that arrives while the page is open is not shown before the wheel has turned":
    "an end is shown as soon as it is known",
  "multiplayer-view: a round that ends while the page is open is animated once; one that had ended before is not":
    "an end is not marked as one that is still to be played",
  "feed: rows come in batches, not before the scene could show them, at most four times a second":
    "rows are shown as they come",
  "live: of a session closes its sockets at once and no others": "the sockets of a session that has ended stay open",
  "live: of a guest, or under an ended session, are refused":
    "commands go under the session that the socket was greeted with, without asking again",
  "dice-rules: returns exactly 99 % before the last micro-unit is cut, never more, in every currency at the smallest and the largest stake":
    "a multiplier without an edge",
  "veil: alice drops three balls at once: her stakes leave as she drops, each payout comes when its ball lands":
    "the balance of the last answer shown as it came",
  "plinko-rules: returns exactly 99 %, counted over all paths in whole numbers": "a multiplier mistyped in a table",
  "plinko-server: with a table that returns more the game is not opened": "no table is looked at before the game opens",
  "dice-rules: the smallest stake at the smallest win still wins: 0.01 at 1.0102x pays 0.010102":
    "payouts cut to cents",
  "plinko-rules: and so it does in micro-units at the smallest and the largest stake of each currency":
    "payouts cut to cents",
  "miner-rules: every legal round returns 99 % before the last micro-unit is cut, wherever it is cashed out":
    "a multiplier without an edge",
  "miner-rules: and at the smallest stake of each currency no less than 98.98 %: rounding makes no edge of its own":
    "multipliers cut to hundredths",
  "hilo-rules: every round of up to two guesses, whatever they are, returns exactly 99 %":
    "a multiplier without an edge",
  "hilo-rules: at the smallest stake of each currency one guess returns no less than 98.98 %":
    "multipliers cut to hundredths",
  "wallet: the key of another player is another bet": "an end finds its bet by the key alone, twice in its statement",
  "wallet: 15: bonus money is no stake: it is neither counted nor taken": "bonus money counts when a stake is checked",
  "wallet: a refused bet uses no nonce: the same nonce decides the next bet":
    "a stake refused for want of money moves the nonce on in its statement",
  "steps: known failure 3: rotation never reveals an open board; it is refused until the round is over":
    "rotation does not ask for open rounds",
  "steps: known failure 4: two cash-outs in one tick pay once":
    "an end neither asks whether the bet is open nor frees the round's place (either alone keeps the second out)",
  "steps: known failure 17: a losing step racing a cash-out is lost or paid, never both":
    "an end neither asks whether the bet is open nor frees the round's place (either alone keeps the second out)",
  "round-races: two cash-outs in one tick, and one in another process: one is paid":
    "an end neither asks whether the bet is open nor frees the round's place (either alone keeps the second out)",
  "round-races: are found a day after their last step, at once for who has excluded himself, and not for a time-out":
    "a step does not begin the day anew; a time-out counts as an exclusion (each by itself)",
  "round-races: a reveal racing a cash-out racing the automatic end: the loser is told that the round has moved on":
    "an end does not compare the length of the journal",
  "steps: after a day without a step it is cashed out at its current value, or refunded where there was none":
    "nobody looks for rounds that were left",
  "steps: known failure 19: a duplicate start makes one round, and a second start is answered with the open one":
    "a start does not see the open round",
  "steps: known failure 2: no row, answer or event of an open round holds its seed or what was not shown":
    "server seeds kept unsealed; the board kept with each step of miner",
  "steps: a round is visible to its player only; own history lists it, an open one only with its start":
    "whose a round is, is not asked",
  "coinflip-rules: no payout is above 99 % of what a fair coin would pay": "a multiplier without an edge",
  "coinflip-rules: a single flip returns exactly 99 % at the smallest and the largest stake of every currency":
    "payouts cut to cents",
  "coinflip-rules: a ladder returns exactly 99 %, whenever the player means to stop": "multipliers cut to tenths",
  "keno-server: with a row outside the band the game is not opened": "no table is looked at before the game opens",
  "cases-server: 11: with a case outside its band the game is not opened": "no case is looked at before the game opens",
  "cases-server: 14: twenty openings at once on a balance that covers one":
    "a stake is not held against the purse, in the wallet's model that this story plays on",
  "races: 200 stakes on a balance that covers one: one is taken":
    "a stake is not held against the purse in its statement",
  "races: bets racing the closing of a gate: what was accepted is there when it has closed, and nothing comes after":
    "a stake does not ask whether its gate is still open",
  "races: after the commit: what was committed is found by its key, never done again":
    "a stake is sent again under another key after its connection was lost",
  "rooms: alone for ten minutes: given back": "nobody who waits alone is given back his stake",
  "rooms: leaving and a second player's stake at one moment: either the round is given back or it is drawn":
    "leaving is answered and the round goes on",
  "rooms: 50 players race for the last 50 ms: who is answered with a stake is in the list, who is refused keeps his money":
    "neither the gate in the books nor the room keeps late stakes away (either alone does)",
  "rooms-faults: 26: a leader that was only asleep pays nothing and closes nothing after its successor":
    "a stake does not ask whether its gate is still open (what such a leader writes is kept out by the round's epoch, its state, and the state of each stake)",
  "rooms: 27: nobody is in a pot but players whose stakes are in the books: the house has no seat":
    "the house put into the close record",
  "rooms-faults: 2: until a round is over nothing that leaves the house says its secret":
    "a round's secret among its facts from the beginning",
  "rooms-faults: 5: a standby leaves a living round alone": "the leader's lock given to everybody",
  "rooms-faults: 6: at %s, between void and refund: it stays void, and everybody is paid back once, though the value has come meanwhile":
    "stakes given back without that being decided in the books first",
  "rooms-rules: 12: the winner gets 97 % of the pot less than a micro-unit, whatever the stakes, also at the smallest of each currency":
    "another percentage of the pot",
  "duels: 4: while bob's stake is on its way alice cannot take her duel back":
    "a seat whose stake is on its way counts as free when the opener leaves",
  "duels: joining and taking back at one moment: one of them happens":
    "a duel that is going back still takes a second player",
  "duels-rules: one draw below 2: 0 is the opener's side, exactly half of all words": "one draw below 4",
  "rooms-rules: the expected return of a stake is 97 % of it to the micro-unit, as every ticket is equally likely":
    "the first ticket of a stake belongs to the one before it",
  "duels: two who join one duel at one moment: one is in, the other keeps his money":
    "a seat that is being taken counts as free",
  "duels: between the joiner's stake and the close record: his stake goes back once, and the duel stays open for carol":
    "nobody looks for stakes without a seat",
  "duels: a commit that was not heard of: the duel is there once, and its stake is not given back":
    "stakes with a seat are given back like those without",
  "duels: 6: between void and refund: it stays void, though the value is there by then":
    "stakes given back without that being decided in the books first",
  "duels: what is refused takes nothing, and a refused stake frees the seat": "whose a duel is, is not asked",
  "duels: 26: another process takes over: open duels stay open, the leader that slept writes and pays nothing":
    "writes do not ask whose reign it is",
  "duels-rules: 12: the winner gets 97 % of both stakes less than a micro-unit, also at the smallest of each currency":
    "another percentage of the pot",
  "battles: three who want the last seat at one moment: one has it, the others keep their money":
    "a seat that is being taken counts as free",
  "battles: 6: between void and refund: it stays void, though the value is there by then":
    "stakes given back without that being decided in the books first",
  "battles: what is refused takes nothing, and a refused stake frees its seat": "whose a battle is, is not asked",
  "battles: one player in two tabs has one seat and pays once": "a player whose stake is on its way is not in yet",
  "battles: 26: another process takes over: seats stay taken, the leader that slept seats and pays nobody":
    "writes do not ask whose reign it is",
  "battles: 27: nobody sits down for the house: a battle that is not full after ten minutes goes back to all who are in it":
    "the house is due in a battle",
  "battles-rules: 12: what is paid is all prizes, to the micro-unit, in every currency: a battle returns what its cases return":
    "micro-units that do not divide are kept",
  "duels: 27: the house joins after half a minute, only where it may, and is shown as the house":
    "the house is due in duels that it may not join",
  "secrets: 2: every game is played over every transport, and no byte of output contains a live secret":
    "a server seed written into the log when it is made",
  "limbo-rules: returns 99 %, less at most its own hundredths of 2^-52, and never more":
    "a return of 101 % in the rules",
  "limbo-rules: payouts lose nothing to rounding: every allowed stake times a target is a whole number of micro-units":
    "payouts cut to cents",
  "keno-rules: returns 98.9 to 99.1 %, counted exactly over all draws": "a multiplier mistyped in a table",
  "keno-rules: and so it does in micro-units at the smallest and the largest stake of each currency":
    "payouts cut to cents",
  "cases-rules: each returns exactly 95 % in every currency, counted ticket by ticket of the table in micro-units":
    "a prize of eleven times the price for one of ten",
  "cases-rules: every prize is whole cents in every currency, so nothing of it is ever cut":
    "a prize of 0.55 of a price of ten cents",
  "roulette-rules: no spread that the limits allow can pass 36 times what it stakes":
    "36 times the chip, and the chip itself",
  "roulette-rules: 36 of 37 of every spot, in every currency, at the smallest and the largest stake, to the micro-unit":
    "a stake divided by the numbers of its spot, and cut, before it is multiplied",
  "chains: no outcome can be derived from what is public: the commitment is not a key, and a link is known only when revealed":
    "the stream opened with the commitment in place of the link",
  "seeds: no default random source: seeds come from the host's, and no two are the same": "seeds from `node:crypto`",
  "kill: kill -9 of the server in the middle of rounds: every answered step is kept, each round waits where it was":
    "an end is answered when it is queued; a step before its statement was sent",
  "wheel: alice turns the wheel once a day, once in ten concurrent calls, and verifies it when her seed is revealed":
    "a turn is committed before its prize is paid",
  "webhooks: a payment racing with expiry and with cancelling: credited, whoever is first":
    "a payment for an invoice that has ended goes into quarantine",
  "instant-database: own history has the bet, and other people's does not; forged ids are not found":
    "history reads the stakes of everybody",
  "simulation: two thousand seeds: the books are right after every step, nothing is open at the end, and everything that can fail has failed":
    "nobody's round with seats expires; their stakes without a seat are not looked for; those with a seat are given back; a payout that failed counts as paid; each request gets a key of its own; a cash-out does not ask whether its round has moved on; a round in steps is over before its stake goes back (each by itself)",
  "simulation: that takes a repeated stake again":
    "the simulation does not hold the answers to repeats against each other",
  "hostile: an invalid value in any field is refused by name and moves nothing":
    "the stake of dice read with `Number()`",
  "hostile: undeclared fields change nothing: no balance, role or verification can be injected":
    "settings written as they are said, the mark of a test account among them; a payout that a bet of dice, or a cash-out of miner, says is paid (each by itself)",
};

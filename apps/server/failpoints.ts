/**
 * Every injectable fault, by name: what has been done when it is hit. A test checks that the code hits exactly
 * these. In production they do nothing.
 */
export const failpoints = {
  // The wallet's write lanes.
  "wallet.lease.formed": "a lease (time to stake in, or what is left of daily limits) is written and not committed",
  "wallet.lease.committed": "a lease is committed, the stake not yet tried again",
  "wallet.place.formed": "a batch of stakes is ready and not sent",
  "wallet.place.committed": "a batch of stakes is committed, no response sent",
  "wallet.settle.formed": "a batch of settlements is ready and not sent",
  "wallet.settle.committed": "a batch of settlements is committed, no response sent",
  "wallet.step.formed": "steps of rounds are ready and not sent",
  "wallet.step.committed": "steps of rounds are committed, no response sent",
  "wallet.slip.formed": "a batch of slips is ready and not sent",
  "wallet.slip.committed": "a batch of slips is committed, no response sent",
  "wallet.revise.formed": "revisions of slips are ready and not sent",
  "wallet.revise.committed": "revisions of slips are committed, no response sent",
  "betting.settle.judged": "slips are judged, their revisions not sent to the wallet",
  "betting.settle.revised": "slips of a page are revised, the cursor not moved",
  "wallet.pot.paid": "a pot is paid and committed, the win of its round not yet",
  "wallet.returns.counted": "some wallets are counted for the published returns, not committed",
  "wallet.game-days.counted": "ended bets of some wallets are listed and counted for the back office, not committed",
  "wallet.moved": "a movement that is no bet is written and not committed",
  // Deposits.
  "payments.invoice.begun": "an invoice is committed, its provider knows nothing of it",
  "payments.invoice.opened": "the provider has opened an invoice, the house has not written it down",
  "payments.invoice.finished": "an invoice's answer is committed and not given",
  "payments.webhook": "a message is written down and means nothing yet",
  "payments.booked": "a payment is booked and not committed",
  "payments.charged-back": "a recalled deposit is booked and not committed",
  "payments.quarantined": "a payment of nobody is booked and not committed",
  "payments.webhook.committed": "all a message means is committed, the provider not answered",
  // Payouts.
  "payments.payout.requested": "a payout is written and not committed",
  "payments.payout.accepted": "a payout is committed, the player not answered",
  "payments.payout.claimed": "a payout is on its way, the provider not called",
  "payments.payout.sent": "the provider has the order, the house has not heard so",
  "payments.payout.ended": "the end of a payout is booked and not committed",
  "payments.payout.given-back": "a payout's sum is on the balance again and not committed",
  "payments.return.ordered": "a return is written and not committed",
  "payments.return.claimed": "a return is on its way, the provider not called",
  "payments.return.sent": "the provider has the return, the house has not heard so",
  "payments.return.booked": "the end of a return is booked and not committed",
  // Coins of a chain.
  "crypto.block.read": "a block's transfers are written and not committed",
  "crypto.transfer.credited": "a transfer is decided on and booked, and not committed",
  "crypto.order.written": "a payout has been turned into coins, the signer not called",
  "crypto.order.answered": "the signer has signed, the house has not written it down",
  "crypto.order.signed": "a payout is signed, not broadcast",
  "crypto.order.sent": "the chain has it, the house has not heard so",
  // Between a player's own wallets.
  "exchange.booked": "an exchange is booked and not committed",
  "vault.moved": "money went into the vault or out of it and is not committed",
  // A player's own limits.
  "limits.set": "limits are written and not committed",
  "limits.excluded": "an exclusion is written and not committed",
  // Shared rounds.
  "crash.betting": "a round takes bets",
  "crash.locked": "its gate is closed",
  "crash.flying": "its curve has begun",
  "crash.landed": "its point is known",
  "crash.crashed": "its end is written",
  "crash.settled": "its bets are settled",
  "roulette.betting": "a round takes bets",
  "roulette.locked": "its gate is closed",
  "roulette.spinning": "its wheel turns",
  "roulette.landed": "its number is known",
  "roulette.settled": "its bets are settled",
  "rooms.opened": "a pot is open",
  "rooms.closed": "its gate is closed",
  "rooms.told": "its beacon round is named",
  "rooms.drawn": "its winner is known",
  "rooms.settled": "its stakes are settled",
  "rooms.recorded": "its record is written",
  "rooms.ended": "it is over",
  "rooms.refunding": "the beacon is away for too long, its stakes are about to go back",
  "rooms.refunded": "its stakes went back",
  // Not money.
  "accounts.password-hash": "a password is about to be hashed",
  "privacy.export-step": "a part of a personal copy is made",
} as const satisfies Readonly<Record<string, string>>;

export type FailpointName = keyof typeof failpoints;

import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { RoundBet, RoundRollback, RoundWin } from "../server/provider-rounds/port.ts";
import { hashOf, keyOf } from "./test-bets.ts";

/** The n-th round of a test. */
export const roundOf = (n: number, slug = "altyn") => ({ key: keyOf(0xa000 + n), slug, provided: keyOf(0xb000 + n) });

/** A stake of provider 100 in the round of this number; its cap is a hundred times the stake. */
export function providerBet(player: PlayerId, n: number, stake: bigint, rest: Partial<RoundBet> = {}): RoundBet {
  const cap = stake * 100n;
  return {
    player,
    key: keyOf(n),
    requestHash: hashOf(stake),
    game: "provider-100",
    currency: "USD",
    stake: micros(stake),
    rulesVersion: "altyn@1",
    winCap: micros(cap),
    mostCap: micros(10n ** 15n),
    round: roundOf(n),
    exclusive: true,
    ...rest,
    choice: {
      slug: (rest.round ?? roundOf(n)).slug,
      cap: String(rest.winCap ?? cap),
      ...(rest.choice as object),
      ...sharesOf(rest),
      ...grantOf(rest),
    },
  };
}

const sharesOf = ({ shares }: Partial<RoundBet>) =>
  shares ? { pot: String(shares.pot), reserve: String(shares.reserve) } : {};
const grantOf = ({ free }: Partial<RoundBet>) => (free ? { grant: free.grant } : {});

/** A closing win of the round of this number by default. */
export function providerWin(
  player: PlayerId,
  n: number,
  amount: bigint,
  round: number,
  rest: Partial<RoundWin> = {},
): RoundWin {
  return {
    player,
    key: keyOf(n),
    requestHash: hashOf(amount),
    round: roundOf(round).key,
    game: "provider-100",
    currency: "USD",
    amount: micros(amount),
    close: true,
    ...rest,
  };
}

export function providerRollback(
  player: PlayerId,
  n: number,
  bet: number,
  rest: Partial<RoundRollback> = {},
): RoundRollback {
  return {
    player,
    key: keyOf(n),
    requestHash: hashOf(BigInt(bet)),
    round: roundOf(bet),
    game: "provider-100",
    currency: "USD",
    ref: keyOf(bet),
    reason: "timeout",
    ...rest,
  };
}

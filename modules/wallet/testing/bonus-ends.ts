import type { PlayerId } from "#kit/std/brand.ts";
import type { Wallet } from "../server/create-wallet.ts";
import type { SlipRevision } from "../server/slips/port.ts";
import { providerRollback, providerWin } from "./provider-bets.ts";
import { keyOf, paid } from "./test-bets.ts";
import { settled } from "./test-slips.ts";

const unit = 1_000_000n;
/** The bets that each player has open: of crash, of a provider's round, and a slip. */
export const betNumbers = { crash: 1, provided: 2, slip: 3 } as const;
const crashEnd = 4;
const providedEnd = 5;

/**
 * Ends a player's open bets: crash pays 10, the provider's bet is rolled back, the slip is settled for 8, then twice reopened and settled again, for 12
 * and for 16. Where all of them lose first, the provider's round wins nothing. The keys are the same each time, so that what was done is found.
 */
export async function endBetsAgain(wallet: Wallet, player: PlayerId, losesFirst: boolean): Promise<void> {
  const { crash, provided, slip } = betNumbers;
  accepted(await wallet.settle(paid(player, crash, losesFirst ? 0n : 10n * unit, { key: keyOf(crashEnd) })));
  accepted(
    losesFirst
      ? await wallet.winRound(providerWin(player, providedEnd, 0n, provided))
      : await wallet.rollBack(providerRollback(player, providedEnd, provided)),
  );
  for (const [after, result] of revisionsOf(losesFirst).entries()) {
    const id = keyOf(0x100 + after);
    const [made] = await wallet.reviseSlips(player, [{ slip: keyOf(slip), after, id, cause: null, result }]);
    accepted(made);
  }
}

const revisionsOf = (losesFirst: boolean): readonly SlipRevision["result"][] => [
  settled(losesFirst ? 0n : 8n * unit),
  { kind: "reopened" },
  settled(12n * unit),
  { kind: "reopened" },
  settled(16n * unit),
];

function accepted(answer: { readonly kind: string } | undefined): void {
  if (!answer || answer.kind === "refused")
    throw new Error(`refused: ${answer && "reason" in answer && answer.reason}`);
}

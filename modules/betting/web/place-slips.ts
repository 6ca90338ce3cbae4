import { placeIntent } from "#modules/bets/web/place-intent.ts";
import type { Refusal } from "#modules/bets/web/refusal.ts";
import { type BettingSlip, editBettingSlip, placeBettingSlip } from "../shared/contract.ts";
import type { PricePolicy } from "../shared/read-slip.ts";
import { type Choice, kindOf } from "./slip-figures.ts";
import { keyOf, type Selection, slipStore } from "./slip-store.ts";

/** The bet that is changed, and the offer for it that the player has seen. */
export interface Edit {
  readonly id: string;
  readonly offer: string;
}

interface PlaceSlips {
  readonly player: string;
  /** At the prices that the player sees. */
  readonly selections: readonly Selection[];
  readonly choice: Choice;
  readonly bankers: readonly boolean[];
  /** Stake of each bet, in major units. */
  readonly unit: string;
  readonly currency: string;
  readonly policy: PricePolicy;
  /** The quote of a builder. */
  readonly quote: string | undefined;
  readonly eachWay: boolean;
  /** The id of the free bet that is staked. */
  readonly freeBet: string | undefined;
  readonly edit: Edit | null;
  /** How many slips have been accepted. */
  onPlaced(count: number): void;
}

/**
 * Places the slip; several singles are several calls, one after the other. What was accepted leaves the slip immediately, so that what
 * remains after a refusal can be placed again without betting twice.
 */
export async function placeSlips(of: PlaceSlips): Promise<{ placed: readonly BettingSlip[]; refused?: Refusal }> {
  const parts = of.choice === "single" ? of.selections.map(each => [each]) : [of.selections];
  const placed: BettingSlip[] = [];
  for (const part of parts) {
    const legs = part.map(({ event, market, spec, outcome, price }, position) => {
      return Object.assign({ event, market, spec, outcome, price }, of.bankers[position] && { banker: true });
    });
    const { unit, currency, policy } = of;
    const body = Object.assign(
      { unit, currency, policy, legs },
      kindOf(of.choice),
      of.choice === "builder" && { quote: of.quote },
      of.eachWay && { each_way: true },
      of.freeBet !== undefined && { free_bet: of.freeBet },
    );
    const { reply } = await sent(of, part, body);
    if (reply.kind !== "placed") {
      return { placed, refused: reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} } };
    }
    placed.push((reply.body as { data: BettingSlip }).data);
    of.onPlaced(placed.length);
    if (!of.edit) for (const each of part) slipStore.remove(each);
  }
  return { placed };
}

function sent({ player, choice, edit }: PlaceSlips, part: readonly Selection[], body: object) {
  if (!edit) return placeIntent(slotOf(choice, part), player, placeBettingSlip, body);
  const { id, offer } = edit;
  const changed = Object.assign({}, body, { offer });
  return placeIntent(`betting-edit-${id}`, player, editBettingSlip, changed, undefined, { id });
}

/**
 * A slip whose response was lost is repeated when the same selections are placed again, also at other prices or another stake. Other
 * selections are another slip.
 */
export const slotOf = (choice: Choice, part: readonly Selection[]): string =>
  ["betting", choice, ...part.map(keyOf).sort()].join(" ");

import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import { endAsked, endDue, type GrantEnd, type GrantTerms, maskOf, sharesOf } from "#modules/wagering/shared/grant.ts";
import type { EndedGrant } from "../server/port.ts";
import type { ModelLedger, ModelWallet } from "./model-ledger.ts";

export interface ModelGrant extends GrantTerms {
  readonly number: number;
  readonly end: GrantEnd | undefined;
  /** What was left to wager when the grant ended. */
  readonly left: Micros;
}

/** A grant as it is now, or as it ended. */
export interface ShownGrant {
  readonly id: Uuid;
  readonly number: number;
  readonly end: GrantEnd | undefined;
  readonly target: Micros;
  readonly left: Micros;
  /** Open bets that count for it. */
  readonly open: number;
  readonly cap: Micros | null;
}

/** Bonus money of the model: grants, and how each ends. */
export interface ModelGrants {
  give(terms: GrantTerms): boolean;
  end(player: PlayerId, id: Uuid, how: GrantEnd): EndedGrant | undefined;
  endDue(player: PlayerId, currency: Currency): EndedGrant | undefined;
  find(player: PlayerId, number: number): ModelGrant | undefined;
  of(player: PlayerId): readonly ShownGrant[];
}

export function createModelGrants(ledger: ModelLedger, now: () => number): ModelGrants {
  const grants: ModelGrant[] = [];

  function give(terms: GrantTerms): boolean {
    const wallet = ledger.open(terms.player, terms.currency);
    if (grants.some(each => each.id === terms.id || (each.player === terms.player && !each.end))) return false;
    const number = grants.filter(each => each.player === terms.player).length + 1;
    grants.push({ ...terms, number, end: undefined, left: terms.target });
    const { id, player: owner, currency, amount, account: from, maxBet, until } = terms;
    const games = maskOf(terms);
    wallet.grant = {
      number,
      id,
      account: from,
      left: terms.target,
      maxBet,
      until,
      open: 0,
      games,
      cap: terms.cap ?? null,
    };
    ledger.move({ owner, currency, amount, kind: "bonus", reference: id }, from as Account, account("player:bonus"));
    if (terms.target === 0n) endDueOf(owner, currency);
    return true;
  }

  function endDueOf(player: PlayerId, currency: Currency): EndedGrant | undefined {
    const wallet = ledger.find(player, currency);
    const end = wallet?.grant && endDue(wallet.grant, wallet.bonus, now());
    return wallet && end && endGrant(player, currency, wallet, end);
  }

  function endGrant(player: PlayerId, currency: Currency, wallet: ModelWallet, end: GrantEnd): EndedGrant {
    const { id, account: from, left, cap } = required(wallet.grant, "an active grant");
    const { released, returned } = sharesOf(end, wallet.bonus, cap);
    const movement = { owner: player, currency, reference: id };
    if (released > 0n)
      ledger.move(
        { ...movement, amount: released, kind: "bonus_released" },
        account("player:bonus"),
        account("player:real"),
      );
    if (returned > 0n)
      ledger.move({ ...movement, amount: returned, kind: "bonus_forfeited" }, account("player:bonus"), from as Account);
    wallet.grant = undefined;
    const at = grants.findIndex(each => each.id === id);
    grants[at] = { ...required(grants[at], "a grant that was given"), end, left };
    return { id, player, currency, end, amount: end === "completed" ? released : returned };
  }

  function endAsAsked(player: PlayerId, id: Uuid, how: GrantEnd): EndedGrant | undefined {
    const grant = grants.find(each => each.id === id && each.player === player && !each.end);
    if (!grant) return undefined;
    const wallet = ledger.find(player, grant.currency);
    if (!wallet?.grant) return undefined;
    return endGrant(player, grant.currency, wallet, endAsked(wallet.grant, wallet.bonus, now(), how));
  }

  function shownGrant({ player, currency, id, number, end: ended, target, left, cap }: ModelGrant): ShownGrant {
    const active = ended ? undefined : ledger.find(player, currency)?.grant;
    return { id, number, end: ended, target, left: active?.left ?? left, open: active?.open ?? 0, cap: cap ?? null };
  }

  return {
    give,
    end: endAsAsked,
    endDue: endDueOf,
    find: (player, number) => grants.find(each => each.player === player && each.number === number),
    of: player => grants.filter(each => each.player === player).map(shownGrant),
  };
}

import type { RouteOutput } from "#kit/contract/route.ts";
import { isPseudonym } from "#modules/exports/shared/pseudonym.ts";
import type { searchOffice } from "./search-contract.ts";

type Found = RouteOutput<typeof searchOffice>["data"];

interface Page {
  readonly to: string;
  readonly title: string;
}

/** A line of the palette and the page it opens. */
export interface Option extends Page {
  readonly group: "pages" | keyof Found;
  readonly note: string;
}

export function pagesLike(pages: readonly Page[], text: string): readonly Option[] {
  const wanted = text.toLowerCase();
  return pages
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map(({ to, title }) => ({ to, group: "pages", title, note: "" }));
}

/** A pseudonym of a file opens the search of players, where it is resolved with a reason. */
export function pseudonymLike(text: string, note: string): readonly Option[] {
  return isPseudonym(text) ? [{ to: `/players?query=${text}`, group: "players", title: text, note }] : [];
}

interface Shows {
  gameName(game: string): string;
  roleName(role: Found["operators"][number]["role"]): string;
  hashName(kind: Found["hashes"][number]["kind"]): string;
  showMoney(amount: string, currency: string): string;
}

export function optionsOf(found: Found, { gameName, roleName, hashName, showMoney }: Shows): readonly Option[] {
  const sum = ({ amount, currency }: { readonly amount: string; readonly currency: string }) =>
    showMoney(amount, currency);
  return [
    ...found.players.map(({ id, name, email, phone }) => ({
      to: `/players/${id}`,
      group: "players" as const,
      title: name,
      note: email ?? phone ?? "",
    })),
    ...found.bets.map(bet => ({
      to: `/games/${bet.game}/bets/${bet.id}`,
      group: "bets" as const,
      title: `${gameName(bet.game)}, ${sum(bet)}`,
      note: bet.player.name,
    })),
    ...found.slips.map(slip => ({
      to: `/slips/${slip.id}`,
      group: "slips" as const,
      title: sum(slip),
      note: slip.player.name,
    })),
    ...found.rounds.map(({ game, number }) => ({
      to: `/games/${game}?round=${number}`,
      group: "rounds" as const,
      title: `${gameName(game)} ${number}`,
      note: "",
    })),
    ...found.deposits.map(deposit => ({
      to: `/payments/${deposit.id}`,
      group: "deposits" as const,
      title: sum(deposit),
      note: deposit.player.name,
    })),
    ...found.payouts.map(payout => ({
      to: `/payouts/${payout.id}`,
      group: "payouts" as const,
      title: sum(payout),
      note: payout.player.name,
    })),
    ...found.operators.map(({ name, role }) => ({
      to: `/audit?operator=${encodeURIComponent(name)}`,
      group: "operators" as const,
      title: name,
      note: roleName(role),
    })),
    ...found.views.map(({ to, name, by }) => ({ to, group: "views" as const, title: name, note: by ?? "" })),
    ...found.hashes.map(({ kind, to, number, game, player }) => ({
      to,
      group: "hashes" as const,
      title: hashName(kind),
      note: [player?.name, game && gameName(game), number].filter(Boolean).join(" "),
    })),
  ];
}

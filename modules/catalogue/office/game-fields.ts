import type { Given } from "#kit/web/api.ts";
import type { changeGame, OfficeGame } from "./contract.ts";

type Body = Omit<Given<typeof changeGame>["body"], "reason">;

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter(word => word !== "");

/** A line that cannot be read is sent as it is, and refused. */
export function limitsIn(text: string): Record<string, { min: string; max: string }> {
  const lines = text.split("\n").filter(line => line.trim() !== "");
  return Object.fromEntries(
    lines.map(line => {
      const [, currency = line.trim(), min = "", max = ""] =
        /^\s*([A-Za-z]{3})\s+([0-9.]+)\s*[-–]\s*([0-9.]+)\s*$/.exec(line) ?? [];
      return [currency.toUpperCase(), { min, max }];
    }),
  );
}

/** The fields of the form as the call's input. */
export function bodyOf(given: FormData): Body {
  const text = (name: string) => String(given.get(name) ?? "").trim();
  const listOrNull = (name: string) => (text(name) === "" ? null : wordsIn(text(name).toUpperCase()));
  const until = text("maintenance_until");
  return {
    state: text("state") as OfficeGame["state"],
    ...(text("state") === "disabled" && { state_reason: text("state_reason") as "retired" }),
    maintenance_until: until === "" ? null : new Date(until).toISOString(),
    rank: text("rank") === "" ? null : Number(text("rank")),
    badge: text("badge") === "" ? null : (text("badge") as OfficeGame["badge"]),
    categories: wordsIn(text("categories").toLowerCase()) as OfficeGame["categories"],
    countries: listOrNull("countries"),
    blocked_countries: listOrNull("blocked_countries") ?? [],
    currencies: listOrNull("currencies"),
  };
}

import type { Currency } from "#kit/money/currency.ts";

/** A demo player: an account of its own, apart from the logins that are printed, so that no demo player uses a visitor's money. */
export interface DemoPlayer {
  readonly email: string;
  readonly currency: Currency;
  /** Paid in whenever the balance falls below twenty stakes, in major units. */
  readonly deposit: string;
  /** Major units, in turn. */
  readonly stakes: readonly string[];
  /** Keeps a seat taken in the rooms, and a duel and a battle open, in this currency. */
  readonly hosts: boolean;
}

const currencies: readonly Omit<DemoPlayer, "email" | "hosts">[] = [
  { currency: "KZT", deposit: "100000", stakes: ["500", "1000", "250", "2500"] },
  { currency: "RUB", deposit: "15000", stakes: ["100", "50", "250", "500"] },
  { currency: "USD", deposit: "500", stakes: ["1", "2.50", "5", "0.50"] },
  { currency: "INR", deposit: "20000", stakes: ["100", "50", "250", "500"] },
  { currency: "EUR", deposit: "500", stakes: ["1", "2", "0.50", "5"] },
];

/** A dozen: one host and one player in each currency, and two more where most visitors are. */
export const demoPlayers: readonly DemoPlayer[] = [...currencies, ...currencies, ...currencies.slice(0, 2)].map(
  (of, index) => ({
    currency: of.currency,
    deposit: of.deposit,
    stakes: of.stakes,
    email: `demo-player-${String(index + 1).padStart(2, "0")}@demo.example`,
    hosts: index < currencies.length,
  }),
);

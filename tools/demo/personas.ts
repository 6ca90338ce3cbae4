import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";

/** People of the demo. Their accounts are test accounts: marked in feeds, left out of reports. */
export interface Persona {
  readonly email: string;
  readonly currency: Currency;
  readonly locale: Locale;
  /** What is paid in, in major units. */
  readonly deposit: string;
  /** Dice: stakes in turn, and the share of winning rolls aimed at, in percent. */
  readonly stakes: readonly string[];
  readonly chances: readonly number[];
  readonly rolls: number;
  readonly hidden?: boolean;
  /** Shows who he is to the company that checks it, as whoever wants to turn the wheel of the day must. */
  readonly identity?: { readonly first_name: string; readonly last_name: string; readonly birth_date: string };
}

/** One password for all of them: this is a demonstration, said on the screen at the start. */
export const demoPassword = "fairhouse-demo";

export const personas: readonly Persona[] = [
  {
    email: "aruzhan@demo.example",
    currency: "KZT",
    locale: "kz",
    deposit: "250000",
    stakes: ["500", "2500", "1000"],
    chances: [50, 25, 75],
    rolls: 60,
    identity: { first_name: "Аружан", last_name: "Демо", birth_date: "1994-03-21" },
  },
  {
    email: "oleg@demo.example",
    currency: "RUB",
    locale: "ru",
    deposit: "12000",
    stakes: ["100", "250", "50"],
    chances: [49.5, 10, 33],
    rolls: 60,
  },
  {
    email: "kate@demo.example",
    currency: "USD",
    locale: "en",
    deposit: "1000",
    stakes: ["5", "10", "2.50"],
    chances: [49.5, 66, 5],
    rolls: 60,
  },
  {
    email: "priya@demo.example",
    currency: "INR",
    locale: "en",
    deposit: "20000",
    stakes: ["250", "100"],
    chances: [45, 90, 2],
    rolls: 40,
  },
  {
    email: "weiss@demo.example",
    currency: "EUR",
    locale: "en",
    deposit: "500",
    stakes: ["1", "2", "5"],
    chances: [60, 30],
    rolls: 30,
    hidden: true,
  },
];

import type { Currency } from "./types.ts";

/** What every game takes unless its own data says otherwise, in major units: ten steps over three decades. */
export const standardStakes: Readonly<Record<Currency, readonly string[]>> = {
  RUB: ["10", "20", "50", "100", "200", "500", "1000", "2000", "5000", "10000"],
  USD: ["0.10", "0.20", "0.50", "1", "2", "5", "10", "20", "50", "100"],
  KZT: ["50", "100", "200", "500", "1000", "2500", "5000", "10000", "25000", "50000"],
  INR: ["10", "20", "50", "100", "200", "500", "1000", "2000", "5000", "10000"],
  EUR: ["0.10", "0.20", "0.50", "1", "2", "5", "10", "20", "50", "100"],
};

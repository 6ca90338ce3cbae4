/** The supported currencies, each with the sign shown beside amounts and the digits of its minor unit. */
export const currencies = {
  RUB: { sign: "₽", minorDigits: 2 },
  USD: { sign: "$", minorDigits: 2 },
  KZT: { sign: "₸", minorDigits: 2 },
  INR: { sign: "₹", minorDigits: 2 },
  EUR: { sign: "€", minorDigits: 2 },
} as const;

export type Currency = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as Currency[];

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencies, text);
}

/** The currency shown to a guest in a region: tenge in KZ, roubles elsewhere. */
export function currencyOfRegion(region: string): Currency {
  return region === "KZ" ? "KZT" : "RUB";
}

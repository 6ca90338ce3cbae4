/** What the office may set. */
export const mostPrizes = 100;
export const mostDays = 92;
export const mostPoints = 1_000;

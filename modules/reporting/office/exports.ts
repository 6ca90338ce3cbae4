import { exportList } from "#modules/exports/shared/export-list.ts";
import {
  readBalancesReport,
  readCountriesReport,
  readGamesReport,
  readOffersReport,
  readProtectionReport,
  readRevenueReport,
  readTaxReport,
} from "./contract.ts";

export const revenueExport = exportList("report-revenue", readRevenueReport, {
  day: ({ day }) => day,
  currency: ({ currency }) => currency,
  bets: ({ bets }) => bets,
  wagered: ({ wagered }) => wagered,
  ggr: ({ ggr }) => ggr,
  bonuses: ({ bonuses }) => bonuses,
  prizes: ({ prizes }) => prizes,
  jackpots: ({ jackpots }) => jackpots,
  fees: ({ fees }) => fees,
  ngr: ({ ngr }) => ngr,
  deposits: ({ deposits }) => deposits,
  payouts: ({ payouts }) => payouts,
});

export const gamesExport = exportList("report-games", readGamesReport, {
  day: ({ day }) => day,
  game: ({ game }) => game,
  currency: ({ currency }) => currency,
  bets: ({ bets }) => bets,
  wagered: ({ wagered }) => wagered,
  paid: ({ paid }) => paid,
  ggr: ({ ggr }) => ggr,
});

export const countriesExport = exportList("report-countries", readCountriesReport, {
  country: ({ country }) => country,
  currency: ({ currency }) => currency,
  players: ({ players }) => players,
  bets: ({ bets }) => bets,
  wagered: ({ wagered }) => wagered,
  paid: ({ paid }) => paid,
  ggr: ({ ggr }) => ggr,
  deposits: ({ deposits }) => deposits,
  payouts: ({ payouts }) => payouts,
});

export const taxExport = exportList("report-tax", readTaxReport, {
  country: ({ country }) => country,
  product: ({ product }) => product,
  currency: ({ currency }) => currency,
  rule: ({ rule }) => rule,
  base: ({ base }) => base,
  rate_percent: ({ rate }) => (rate === null ? null : (rate / 100).toFixed(2)),
  stakes: ({ stakes }) => stakes,
  paid: ({ paid }) => paid,
  ggr: ({ ggr }) => ggr,
  deducted: ({ deducted }) => deducted,
  taxable: ({ taxable }) => taxable,
  tax: ({ tax }) => tax,
});

export const offersExport = exportList("report-offers", readOffersReport, {
  day: ({ day }) => day,
  account: ({ account }) => account,
  currency: ({ currency }) => currency,
  transfers: ({ transfers }) => transfers,
  given: ({ given }) => given,
  returned: ({ returned }) => returned,
  cost: ({ cost }) => cost,
});

export const protectionExport = exportList("report-protection", readProtectionReport, {
  day: ({ day }) => day,
  kind: ({ kind }) => kind,
  changes: ({ changes }) => changes,
  loosened: ({ loosened }) => loosened,
  players: ({ players }) => players,
});

export const balancesExport = exportList("report-balances", readBalancesReport, {
  account: ({ account }) => account,
  currency: ({ currency }) => currency,
  debited: ({ debited }) => debited,
  credited: ({ credited }) => credited,
  balance: ({ balance }) => balance,
});

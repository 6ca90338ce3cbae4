import { exportList } from "#modules/exports/shared/export-list.ts";
import {
  readBalancesReport,
  readCountriesReport,
  readGamesReport,
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

export const balancesExport = exportList("report-balances", readBalancesReport, {
  account: ({ account }) => account,
  currency: ({ currency }) => currency,
  debited: ({ debited }) => debited,
  credited: ({ credited }) => credited,
  balance: ({ balance }) => balance,
});

import { exportList, mentionsPlayers, personal, playerId } from "#modules/exports/shared/export-list.ts";
import {
  readBalancesReport,
  readCountriesReport,
  readGamesReport,
  readOffersReport,
  readProtectionReport,
  readRevenueReport,
  readTaxReport,
} from "./contract.ts";
import {
  readAccessReport,
  readChargebacksReport,
  readChecksReport,
  readComplaintsReport,
  readEventsReport,
  readFundsReport,
  readVersionsReport,
  readWinsReport,
} from "./oversight-contract.ts";

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

export const fundsExport = exportList("report-funds", readFundsReport, {
  currency: ({ currency }) => currency,
  real: ({ real }) => real,
  bonus: ({ bonus }) => bonus,
  vault: ({ vault }) => vault,
  in_play: row => row.in_play,
  payouts: ({ payouts }) => payouts,
  pots: ({ pots }) => pots,
  held: ({ held }) => held,
  partners: ({ partners }) => partners,
  owed: ({ owed }) => owed,
  bank: ({ bank }) => bank,
  providers: ({ providers }) => providers,
  chain: ({ chain }) => chain,
  surplus: ({ surplus }) => surplus,
});

export const checksExport = exportList("report-checks", readChecksReport, {
  day: ({ day }) => day,
  event: ({ event }) => event,
  count: ({ count }) => count,
  players: ({ players }) => players,
});

export const complaintsExport = exportList("report-complaints", readComplaintsReport, {
  day: ({ day }) => day,
  topic: ({ topic }) => topic,
  received: ({ received }) => received,
  guests: ({ guests }) => guests,
  answered: ({ answered }) => answered,
  resolved: ({ resolved }) => resolved,
  open: ({ open }) => open,
  longest_hours: row => row.longest_hours,
});

export const accessExport = exportList("report-access", readAccessReport, {
  day: ({ day }) => day,
  operator: ({ operator }) => operator,
  name: ({ name }) => name,
  role: ({ role }) => role,
  sign_ins: row => row.sign_ins,
  refused: ({ refused }) => refused,
  reveals: ({ reveals }) => reveals,
  documents: ({ documents }) => documents,
  exports: row => row.exports,
  entries: ({ entries }) => entries,
  addresses: ({ addresses }) => addresses,
  reads: ({ reads }) => reads,
  rows_read: row => row.rows_read,
});

export const versionsExport = exportList("report-versions", readVersionsReport, {
  game: ({ game }) => game,
  version: ({ version }) => version,
  in_force: row => row.in_force,
  currency: ({ currency }) => currency,
  first: ({ first }) => first,
  last: ({ last }) => last,
  bets: ({ bets }) => bets,
  wagered: ({ wagered }) => wagered,
  paid: ({ paid }) => paid,
});

export const winsExport = exportList("report-wins", readWinsReport, {
  at: ({ at }) => at,
  game: ({ game }) => game,
  kind: ({ kind }) => kind,
  player: playerId(({ player }) => player),
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  reference: ({ reference }) => reference,
});

export const chargebacksExport = exportList("report-chargebacks", readChargebacksReport, {
  day: ({ day }) => day,
  provider: ({ provider }) => provider,
  currency: ({ currency }) => currency,
  count: ({ count }) => count,
  players: ({ players }) => players,
  amount: ({ amount }) => amount,
  collected: ({ collected }) => collected,
  waived: ({ waived }) => waived,
  owed: ({ owed }) => owed,
});

export const eventsExport = exportList("report-events", readEventsReport, {
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  event: ({ event }) => event,
  subject: mentionsPlayers(({ subject }) => subject),
  operator: ({ operator }) => operator,
  role: ({ role }) => role,
  reason: personal(({ reason }) => reason),
});

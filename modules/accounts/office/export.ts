import { exportList, personal, playerId } from "#modules/exports/shared/export-list.ts";
import { findPlayers } from "./contract.ts";

export const playersExport = exportList("players", findPlayers, {
  id: playerId(({ id }) => id),
  name: personal(({ name }) => name),
  email: personal(({ email }) => email),
  phone: personal(({ phone }) => phone),
  registered_by: person => person.register_method,
  test: ({ test }) => test,
  currency: ({ currency }) => currency,
  locale: ({ locale }) => locale,
  registered_at: person => person.registered_at,
  closed_at: person => person.closed_at,
  country: ({ country }) => country,
  vip_level: ({ level }) => String(level),
  balance_eur: ({ balance }) => balance,
  net_deposits_30d_eur: person => person.net_deposits,
  ggr_30d_eur: ({ ggr }) => ggr,
  seen_at: person => person.seen_at,
  risk_score: ({ risk }) => (risk === null ? null : String(risk)),
  harm_score: ({ harm }) => (harm === null ? null : String(harm)),
  tags: ({ tags }) => tags.join(" "),
});

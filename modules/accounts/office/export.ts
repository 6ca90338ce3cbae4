import { exportList } from "#modules/exports/shared/export-list.ts";
import { findPlayers } from "./contract.ts";

export const playersExport = exportList("players", findPlayers, {
  id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  registered_by: person => person.register_method,
  test: ({ test }) => test,
  currency: ({ currency }) => currency,
  locale: ({ locale }) => locale,
  registered_at: person => person.registered_at,
  closed_at: person => person.closed_at,
  tags: ({ tags }) => tags.join(" "),
});

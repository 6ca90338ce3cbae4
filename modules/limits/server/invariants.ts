import { invariantsOf } from "#modules/ledger/server/index.ts";
import { dayPriceSql } from "#modules/rates/server/index.ts";
import { counters } from "./counter-sql.ts";

/** The price of a unit on a day; 1 where a player has wallets and limits of one currency only. */
const price = (currency: string, day: string) => `CASE WHEN o.currencies = 1 THEN 1
  ELSE ${dayPriceSql(currency, day)} END`;

const kinds = [
  { kind: "wager", counter: "wagered", most: "wager_most" },
  { kind: "loss", counter: "lost", most: "loss_most" },
] as const;

const counterAboveLease = kinds.map(({ kind, counter, most }) => {
  return `SELECT player_id, currency, '${kind}' AS kind, ${counter} AS used, ${most} AS most FROM ${counters}
    WHERE lease_day = day AND ${counter} > ${most}`;
});

/** A pending looser limit may have begun since; of the two the larger counts, and none at all if the limit is removed. */
const leasesAboveLimit = kinds.map(({ kind, most }) => {
  return `SELECT o.player_id, '${kind}' AS kind, o.lease_day, l.leased FROM (
      SELECT w.player_id, max(w.lease_day) AS lease_day,
        (SELECT count(*) FROM (SELECT v.currency FROM ${counters} v WHERE v.player_id = w.player_id
          UNION SELECT d.currency FROM limits.daily d WHERE d.player_id = w.player_id AND d.kind = '${kind}' AND d.currency IS NOT NULL
          UNION SELECT d.next_currency FROM limits.daily d
            WHERE d.player_id = w.player_id AND d.kind = '${kind}' AND d.next_currency IS NOT NULL) c) AS currencies
      FROM ${counters} w WHERE w.lease_day > 0 GROUP BY w.player_id) o
    JOIN limits.daily d ON d.player_id = o.player_id AND d.kind = '${kind}' AND d.amount IS NOT NULL
      AND (d.next_from IS NULL OR d.next_amount IS NOT NULL)
    CROSS JOIN LATERAL (SELECT sum(w.${most} * ${price("w.currency", "o.lease_day")}) AS leased FROM ${counters} w
      WHERE w.player_id = o.player_id AND w.lease_day = o.lease_day) l
    WHERE l.leased > greatest(d.amount * ${price("d.currency", "o.lease_day")},
      d.next_amount * ${price("d.next_currency", "o.lease_day")})`;
});

/** A change of an operator's limit ends the leases, so none is above the limit in force. */
const leasesAboveOperatorLimit = kinds.map(({ kind, most }) => {
  return `SELECT o.player_id, '${kind}' AS kind, o.lease_day, l.leased FROM (
      SELECT w.player_id, max(w.lease_day) AS lease_day,
        (SELECT count(*) FROM (SELECT v.currency FROM ${counters} v WHERE v.player_id = w.player_id
          UNION SELECT s.currency FROM limits.operator s WHERE s.player_id = w.player_id AND s.kind = '${kind}' AND s.currency IS NOT NULL
          ) c) AS currencies
      FROM ${counters} w WHERE w.lease_day > 0 GROUP BY w.player_id) o
    JOIN limits.operator s ON s.player_id = o.player_id AND s.kind = '${kind}' AND s.amount IS NOT NULL
    CROSS JOIN LATERAL (SELECT sum(w.${most} * ${price("w.currency", "o.lease_day")}) AS leased FROM ${counters} w
      WHERE w.player_id = o.player_id AND w.lease_day = o.lease_day) l
    WHERE l.leased > s.amount * ${price("s.currency", "o.lease_day")}`;
});

export const limitInvariants = invariantsOf({
  "I21 a wallet without a lease belongs to a player without limits of stakes": `
    SELECT w.player_id, w.currency FROM ${counters} w WHERE w.lease_day IS NULL AND (EXISTS (
      SELECT FROM limits.daily d WHERE d.player_id = w.player_id AND d.kind <> 'deposit' AND d.amount IS NOT NULL
        AND (d.next_from IS NULL OR d.next_amount IS NOT NULL))
      OR EXISTS (SELECT FROM limits.operator s WHERE s.player_id = w.player_id AND s.kind IN ('wager', 'loss') AND s.amount IS NOT NULL))`,
  "I21 no counter of a day is above what was leased to its wallet": counterAboveLease.join(" UNION ALL "),
  "I21 what is leased to all wallets of a player is within each limit, at the rates of the day":
    leasesAboveLimit.join(" UNION ALL "),
  "I21 what is leased to all wallets of a player is within each limit that operators set":
    leasesAboveOperatorLimit.join(" UNION ALL "),
  "I21 operators' limits of play time are those that renewals read": `
    SELECT s.player_id, s.kind FROM limits.operator s LEFT JOIN limits.play p ON p.player_id = s.player_id
    WHERE s.kind IN ('day_time', 'session_time') AND s.minutes IS DISTINCT FROM
      CASE s.kind WHEN 'day_time' THEN p.operator_day_minutes ELSE p.operator_session_minutes END`,
});

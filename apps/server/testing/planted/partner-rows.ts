import { alice, at, key } from "./ledger-rows.ts";

/** Closed months of partners, and budgets of the chat. */

/** A partner with a plan, and a closed month; `booked`: the commission of its row where the content says another. */
export const partnerOf = `
  WITH p AS (INSERT INTO partners.partners (id, code, player_id, site, about, currency, status, applied_at)
    VALUES (${key(9)}, 'nomad', ${alice}, 'nomad.example', 'reviews', 'USD', 'approved', ${at(1)}))
  INSERT INTO partners.plans VALUES (${key(9)}, 1, '2026-08-01', '{}', 'as agreed', 'Askar', 'Dana', ${at(1)})`;
export const statementOf = ({
  month,
  commission,
  booked,
  carriedOut = "0",
  cpa = "0",
  n = 51,
  subs,
}: StatementPlant) => {
  const plan = subs ? { sub: subs.rate } : {};
  const shares = subs && { share: "0", sub_partners: subs };
  const content = {
    ...shares,
    partner: "nomad",
    month,
    plan,
    commission,
    carried_out: carriedOut,
    carried_in: "0",
    cpa,
  };
  const micros = booked ?? Number(commission) * 1_000_000;
  return `INSERT INTO partners.statements VALUES (${key(n)}, ${key(9)}, '${month}-01', 1, 'USD', '${JSON.stringify(content)}',
    decode(repeat('00', 32), 'hex'), ${micros}, ${Number(carriedOut) * 1_000_000}, ${at(1)})`;
};
interface StatementPlant {
  readonly month: string;
  readonly commission: string;
  readonly booked?: number;
  readonly carriedOut?: string;
  readonly cpa?: string;
  readonly n?: number;
  readonly subs?: {
    readonly rate: number;
    readonly list: readonly object[];
    readonly base: string;
    readonly share: string;
  };
}

export const chatBudget = (given = 0) =>
  `INSERT INTO community_chat.budgets (id, currency, amount, given, asked_by, approved_by, reason, opened_at)
   VALUES (${key(61)}, 'USD', 100, ${given}, 'Askar', 'Dana', 'rain', ${at(1)})`;
export const rainOf = ({ share, players }: { readonly share: number; readonly players: number }) =>
  `INSERT INTO community_chat.rains VALUES (${key(62)}, ${key(61)}, 'en', 'USD', 100, 'Askar', ${at(1)}, ${at(2)}, 'paid', ${share}, ${players}, ${at(2)})`;

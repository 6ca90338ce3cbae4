import { required } from "#kit/std/invariant.ts";
import type { FullApp, Somebody } from "./full-app.ts";

const dayMs = 86_400_000;

/** A verified player with a card that was first paid with thirty days ago. @returns the id of the card */
export async function givePayoutCard({ host }: Pick<FullApp, "host">, { id }: Pick<Somebody, "id">): Promise<string> {
  await host.db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'success')", [id]);
  await host.db.query(
    "INSERT INTO verification.documents VALUES (gen_random_uuid(), $1, 'address', 'jpeg', 1, '\\x00', now())",
    [id],
  );
  const { rows } = await host.db.query<{ id: string }>(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES (gen_random_uuid(), $1, 'sandbox', 'card_' || left(replace(gen_random_uuid()::text, '-', ''), 24) || '_4242', 'card-page',
       '•••• 4242', $2) RETURNING id`,
    [id, new Date(host.clock.now() - 30 * dayMs)],
  );
  return required(rows[0], "an instrument").id;
}

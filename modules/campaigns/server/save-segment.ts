import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { segmentChanged } from "../shared/errors.ts";
import type { CampaignNeeds } from "./needs.ts";
import { insertSegment, segmentById, updateSegment } from "./segment-store.ts";

export interface SavedSegment {
  readonly id: Uuid;
  readonly name: string;
  readonly rule: Rule;
}

/** A new segment. Fails with `rule_invalid`. */
export async function createSegment(
  { host, conditions }: CampaignNeeds,
  tx: Tx,
  { name, rule }: { readonly name: string; readonly rule: unknown },
  by: string,
): Promise<SavedSegment> {
  const saved = { id: host.ids.next(), name, rule: conditions.parse(rule) };
  await insertSegment(tx, saved, by, new Date(host.clock.now()));
  return saved;
}

/** Saves over the version that was read. Campaigns keep the rule that they have. Fails with `not_found`, `segment_changed`, `rule_invalid`. */
export async function changeSegment(
  { host, conditions }: CampaignNeeds,
  tx: Tx,
  {
    id,
    name,
    rule,
    version,
  }: { readonly id: string; readonly name: string; readonly rule: unknown; readonly version: number },
  by: string,
): Promise<SavedSegment> {
  const before = (await segmentById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  if (before.version !== version) fail(segmentChanged, { data: { version: before.version } });
  const saved = { id: before.id, name, rule: conditions.parse(rule) };
  await updateSegment(tx, saved, by, new Date(host.clock.now()));
  return saved;
}

import * as z from "zod/mini";
import { cursorField, dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeRead, player } from "#modules/operators/office/fields.ts";
import { linkKinds } from "#modules/risk/shared/links.ts";
import { linkFields, signals } from "./contract.ts";

export const readRiskClusters = route({
  ...officeRead("risk"),
  path: "/api/office/risk-clusters",
  permission: "risk.read",
  summary: "Clusters of linked accounts, the highest score first",
  query: z.object({ cursor: cursorField }),
  output: dataOf(
    z.object({
      items: z.array(
        z.object({
          id: uuidField,
          size: z.int(),
          /** The highest of its members'. */
          score: z.int(),
          open_cases: z.int(),
          /** The first few, the highest score first. */
          members: z.array(player),
          /** What links these. */
          kinds: z.array(z.enum(linkKinds)),
          since: timeField,
        }),
      ),
      next_cursor: z.nullable(z.string()),
    }),
  ),
});

export const readRiskCluster = route({
  ...officeRead("risk"),
  path: "/api/office/risk-clusters/:id",
  permission: "risk.read",
  summary: "The accounts of a cluster with their scores, and every link between them",
  params: idParams,
  output: dataOf(
    z.object({
      id: uuidField,
      members: z.array(z.object({ player, score: z.int(), signals, open_cases: z.int(), since: timeField })),
      /** Links as they are now, the heaviest first. */
      links: z.array(linkFields),
    }),
  ),
});

export type RiskCluster = z.output<typeof readRiskClusters.output>["data"]["items"][number];
export type RiskClusterMember = z.output<typeof readRiskCluster.output>["data"]["members"][number];

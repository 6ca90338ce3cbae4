import { join } from "node:path";
import type { ServerModule } from "#kit/host/server-module.ts";
import manifest from "../module.ts";
import { campaignErrors } from "../shared/errors.ts";
import { registerStart } from "./campaigns.ts";
import { followEvents } from "./follow-events.ts";
import type { CampaignNeeds } from "./needs.ts";
import { runDue } from "./run-campaign.ts";

export { asOfNow } from "./as-of.ts";
export { type Campaign, campaignById, type Gift, readCampaigns } from "./campaign-store.ts";
export {
  needsApproval,
  pauseCampaign,
  startCampaign,
  startRequest,
  stopCampaign,
  subjectOf,
  termsOf,
} from "./campaigns.ts";
export { draftCampaign, mostBonuses, type WantedGift } from "./draft-campaign.ts";
export { explainPlayer } from "./explain-player.ts";
export { giftsAtOnce } from "./grant-bonuses.ts";
export { countMembers, type MemberCount } from "./member-store.ts";
export type { CampaignNeeds } from "./needs.ts";
export { previewSegment } from "./preview-segment.ts";
export { type Report, reportOf } from "./report.ts";
export { changeSegment, createSegment } from "./save-segment.ts";
export { readSegments, type Segment, segmentById } from "./segment-store.ts";
export { campaignView, maskedName, reportView, segmentView } from "./views.ts";

export interface Campaigns extends ServerModule {
  readonly needs: CampaignNeeds;
  /** Chooses and grants what is due now. */
  runDue(): Promise<void>;
}

/** Segments and campaigns; all of it is in the back office. */
export function createCampaigns(needs: CampaignNeeds): Campaigns {
  registerStart(needs);
  followEvents(needs);
  const run = () => runDue(needs);
  return {
    manifest,
    needs,
    migrations: join(import.meta.dirname, "migrations"),
    errors: campaignErrors,
    runDue: run,
    jobs: [{ name: "campaigns-run", cron: "* * * * *", run }],
  };
}

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

interface Finding {
  readonly impact: string;
  /** The rule, the place, and what would mend it. */
  readonly text: string;
}

/**
 * What axe finds on a page, or in the part of it that a selector names. It runs in the page itself and keeps only what is wrong: a
 * second page for its answer, as it opens by default for the sake of foreign frames, costs more than the look.
 */
export async function axeFinds(page: Page, part?: string): Promise<readonly Finding[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => ({
      impact: impact ?? "",
      text: `${id}: ${html.slice(0, 200)} ${failureSummary}`,
    })),
  );
}

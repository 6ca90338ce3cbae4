import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

interface Finding {
  readonly impact: string;
  /** The rule, the element, and the fix. */
  readonly text: string;
}

/**
 * Axe violations on a page, or in the part of it that a selector names. Axe runs in the page itself and returns violations only: the
 * second page that it opens by default for cross-origin frames takes longer than the analysis.
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

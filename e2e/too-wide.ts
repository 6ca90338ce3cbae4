import type { Page } from "playwright-core";

/**
 * What makes a page scroll sideways: the words of every element that reaches beyond the window's right edge and that nothing
 * round it scrolls or cuts, and the page itself where it is wider than the window. Nothing on a page that fits.
 */
export function tooWide(page: Pick<Page, "evaluate">): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const root = document.documentElement;
    const edge = root.clientWidth + 0.5;
    const contained = element => {
      let out = getComputedStyle(element).position === "absolute";
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        const { position, overflowX } = getComputedStyle(box);
        // An absolutely positioned element is clipped only by its containing blocks.
        if (out && position === "static") continue;
        out = position === "absolute";
        // A container that clips wide content hides the error together with the text.
        const holds = overflowX !== "visible" && !box.matches(".office-main");
        if (holds && box.getBoundingClientRect().right <= edge) return true;
      }
      return false;
    };
    const wide = [...document.querySelectorAll("body *")]
      .filter(element => element.getBoundingClientRect().right > edge && !contained(element))
      .map(element => element.outerHTML.slice(0, 160));
    return root.scrollWidth > edge ? [root.scrollWidth + " px of " + root.clientWidth, ...wide] : wide;
  })()`);
}

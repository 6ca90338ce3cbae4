import type { ComponentProps } from "react";

/** The part of a feed that scrolls. Its rows may have nothing to stop at, so the keyboard stops at the whole. */
export function FeedScroll(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
  return <div className="scroll" tabIndex={0} {...props} />;
}

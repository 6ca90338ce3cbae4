import type { ComponentProps } from "react";

/** The scrolling part of a feed. Its rows may contain nothing focusable, so the whole is focusable. */
export function FeedScroll(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  return <div className="scroll" tabIndex={0} {...props} />;
}

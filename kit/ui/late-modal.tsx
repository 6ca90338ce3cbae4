import { type ComponentProps, Suspense } from "react";
import { preloadable } from "#kit/web/preloadable.tsx";
import type { Modal } from "./modal.tsx";

/** For the buttons that open one: see preload.ts. */
const Late = preloadable(async () => ({ default: (await import("./modal.tsx")).Modal }));
export const loadModal = Late.load;

/** {@link Modal} for pages that open one occasionally: its dialog library is loaded with the first that is opened. */
export function LateModal(props: ComponentProps<typeof Modal>) {
  return (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}

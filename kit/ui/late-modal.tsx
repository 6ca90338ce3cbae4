import { type ComponentProps, lazy, Suspense } from "react";
import type { Modal } from "./modal.tsx";

/** For the buttons that open one: see preload.ts. */
export const loadModal = async () => ({ default: (await import("./modal.tsx")).Modal });
const Late = lazy(loadModal);

/** {@link Modal} for pages that open one occasionally: its dialog library is loaded with the first that is opened. */
export function LateModal(props: ComponentProps<typeof Modal>) {
  return (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}

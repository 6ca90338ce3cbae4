/**
 * What every page loads after hydration, as one file: nothing here is needed for the first paint or the first press.
 * Everything loaded automatically with every page belongs here, and is imported lazily nowhere else, or it becomes one more file.
 */

export { default as VisitPanel } from "#apps/site/visit-panel.tsx";
export { createLiveSocket } from "#kit/live/web/live-socket.ts";
export { browserSigns } from "#kit/live/web/network-signs.ts";
export { default as Toasts } from "#kit/web/toasts.tsx";
export { default as BelowFold } from "#modules/lobby/web/below-fold.tsx";
export { checkCrashRound } from "#modules/lobby/web/check-crash-round.ts";
export { default as CrashNow } from "#modules/lobby/web/crash-now.tsx";
export { default as AppLife } from "./life/app-life.tsx";
export { default as Modals, loadModal } from "./modals.tsx";
export { default as OwnChannel } from "./own-channel.tsx";
export { createPageApi } from "./page-api.ts";
export { arriveHere } from "./visit/arrival.ts";
export { default as VisitCompanion } from "./visit/companion.tsx";
export { leaveHere } from "./visit/leave.ts";

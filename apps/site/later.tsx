/**
 * What every page loads once it is alive, as one file: nothing here is needed for the first picture or the first press.
 * Whatever is loaded by itself with every page belongs here, and is imported nowhere else lazily, or it becomes a file more.
 */

export { default as VisitPanel } from "#apps/site/visit-panel.tsx";
export { createLiveSocket } from "#kit/live/web/live-socket.ts";
export { browserSigns } from "#kit/live/web/network-signs.ts";
export { default as Toasts } from "#kit/web/toasts.tsx";
export { checkCrashRound } from "#modules/lobby/web/check-crash-round.ts";
export { default as CrashNow } from "#modules/lobby/web/crash-now.tsx";
export { default as AppLife } from "./life/app-life.tsx";
export { default as Modals, modalCode, modalTexts } from "./modals.tsx";
export { default as OwnChannel } from "./own-channel.tsx";
export { createPageApi } from "./page-api.ts";
export { arriveHere } from "./visit/arrival.ts";
export { default as VisitCompanion } from "./visit/companion.tsx";
export { leaveHere } from "./visit/leave.ts";

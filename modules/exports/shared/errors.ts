import { errorCode } from "#kit/contract/error-code.ts";

export const exportNotReady = errorCode("file_not_ready", {
  status: 409,
  when: "fetching a file that is still being made, or that could not be made",
});
export const exportGone = errorCode("export_gone", {
  status: 410,
  when: "fetching a file that was fetched before, or that was ready more than 24 hours ago",
});
export const exportHeld = errorCode("file_held", {
  status: 409,
  when: "fetching a file with players and more than 1,000 rows before a second operator has released it",
});
export const exportNotHeld = errorCode("file_not_held", {
  status: 409,
  when: "requesting the release of a file that needs none, is not made yet, or can no longer be fetched",
});
export const exportLimit = errorCode("export_limit", {
  status: 429,
  when: "an operator orders more than 20 files in an hour; `data.retry_after`: seconds",
});
export const pseudonymUnknown = errorCode("pseudonym_unknown", {
  status: 404,
  when: "resolving a pseudonym that is in no file, or of a player whose data was erased",
});

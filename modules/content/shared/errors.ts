import { errorCode } from "#kit/contract/error-code.ts";

export const contentInvalid = errorCode("content_invalid", {
  status: 422,
  when: "a text that cannot be rendered; `data` names its `locale`, the `line` and the `fault`",
});
export const contentConflict = errorCode("content_version_conflict", {
  status: 409,
  when: "a version is based on one that is no longer the newest; `data.newest` is the newest",
});
export const contentState = errorCode("content_state", {
  status: 409,
  when: "a version is published, withdrawn or restored although its state does not allow it; `data.state` is its state",
});
export const contentScheduled = errorCode("content_scheduled_already", {
  status: 409,
  when: "another version of this document is already scheduled; `data.version` is that one",
});
export const previewExpired = errorCode("preview_expired", {
  status: 410,
  when: "a preview link that is wrong, too old, or of a withdrawn version",
});
export const policyChanged = errorCode("policy_changed", {
  status: 409,
  when: "the accepted version of a policy is not the one that is shown now",
});
export const contentErrors = [
  contentInvalid,
  contentConflict,
  contentState,
  contentScheduled,
  previewExpired,
  policyChanged,
];

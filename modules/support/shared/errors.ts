import { errorCode } from "#kit/contract/error-code.ts";

export const tooManyMessages = errorCode("too_many_messages", {
  status: 429,
  when: "a guest's address or a player writes to support more often than the limits of five minutes, an hour or a day allow",
});
export const conversationClosed = errorCode("conversation_closed", {
  status: 409,
  when: "a message, a rating or an answer for a conversation that was closed 72 hours after it was resolved",
});
export const conversationOpen = errorCode("conversation_open", {
  status: 409,
  when: "a guest's conversation is joined to a player who already has an open one",
});
export const claimedByOther = errorCode("claimed_by_other", {
  status: 409,
  when: "a conversation is claimed, handed over, resolved or answered without confirmation while another operator has it; `data.operator` names them",
});
export const notMergeable = errorCode("conversation_not_mergeable", {
  status: 409,
  when: "a conversation is merged into itself, or that of a player into the one of somebody else",
});
export const variableMissing = errorCode("variable_missing", {
  status: 422,
  when: "a canned reply uses a variable that has no value for this conversation; `data.variables` lists them",
});
export const cannedChanged = errorCode("canned_changed", {
  status: 409,
  when: "a canned reply is changed whose version is no longer the newest; `data.version` is the newest",
});
export const cannedExists = errorCode("canned_exists", {
  status: 409,
  when: "a canned reply has the same shortcut as another one in the same language, or a macro the same name",
});
export const fileUnsupported = errorCode("file_unsupported", {
  status: 415,
  when: "a file is not a JPEG, PNG or WebP image, PDF or plain text by its content, or its image cannot be decoded",
});
export const fileTooLarge = errorCode("file_too_large", {
  status: 413,
  when: "a file has more than 10 MiB, or an image more than 24 megapixels",
});
export const fileUnavailable = errorCode("file_unavailable", {
  status: 409,
  when: "a file that is still being scanned, or that failed the scan",
});
export const filesClosed = errorCode("files_closed", {
  status: 403,
  when: "a guest sends a file while guests may not",
});

import { errorCode } from "#kit/contract/error-code.ts";

export const providerNotConnected = errorCode("provider_not_connected", {
  status: 409,
  when: "a slot or a live table is opened whose provider is not connected",
});
export const noDemo = errorCode("no_demo", {
  status: 409,
  when: "the demo of a game is opened that is played for money only",
});
export const gameNotAvailable = errorCode("game_not_available", {
  status: 409,
  when: "opening a slot or live table that is under maintenance, disabled, or not offered in the caller's country, region profile or currency; `data.reason` says which, `data.until` when maintenance ends, if that is known",
});
export const providerUnknown = errorCode("provider_unknown", {
  status: 404,
  when: "an operator imports the games of a provider that is not connected",
});
export const manifestInvalid = errorCode("manifest_invalid", {
  status: 409,
  when: "an operator imports games, and the provider's response is late, empty or has the wrong shape",
});

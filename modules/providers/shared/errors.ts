import { errorCode } from "#kit/contract/error-code.ts";

export const badSignature = errorCode("bad_signature", {
  status: 401,
  when: "a provider's call with an unknown or revoked key, a clock that is off, an invalid signature, or from an address that is not registered",
});
export const gameUnavailable = errorCode("game_unavailable", {
  status: 409,
  when: "opening a slot or live table that its provider or the casino has closed, or that is not offered in the player's currency",
});
export const keysFull = errorCode("keys_full", {
  status: 409,
  when: "a third valid key of a provider",
});
export const providerTaken = errorCode("provider_taken", {
  status: 409,
  when: "a provider is connected under the slug of another one",
});
export const addressInvalid = errorCode("address_invalid", {
  status: 422,
  when: "the address list of a provider has an entry that is neither an address nor a network such as 10.0.0.0/8",
});
export const roundNotVoidable = errorCode("round_not_voidable", {
  status: 409,
  when: "a round of a provider is voided that is `open` or `void`, has bonus money or a free round in it (`bonus`), won the pot (`jackpot`), whose bets are in the archive (`archived`), or of which more would return to a closed account than is taken (`closed`): `data.why` says which",
});

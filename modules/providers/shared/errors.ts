import { errorCode } from "#kit/contract/error-code.ts";

export const badSignature = errorCode("bad_signature", {
  status: 401,
  en: "The request is not signed with a valid key.",
  ru: "Запрос не подписан действующим ключом.",
  kk: "Сұрауға жарамды кілтпен қол қойылмаған.",
  when: "a provider's call with an unknown or revoked key, a clock that is off, a false signature, or from an address that is not registered",
});
export const gameUnavailable = errorCode("game_unavailable", {
  status: 409,
  en: "This game isn't available right now.",
  ru: "Эта игра сейчас недоступна.",
  kk: "Бұл ойын қазір қолжетімсіз.",
  when: "a slot or live table is opened that its provider or the casino has closed, or that is not offered in the player's currency",
});
export const keysFull = errorCode("keys_full", {
  status: 409,
  en: "This provider has two valid keys. Revoke one first.",
  ru: "У провайдера уже два действующих ключа. Сначала отзовите один.",
  kk: "Провайдердің екі жарамды кілті бар. Алдымен біреуін қайтарып алыңыз.",
  when: "a third valid key of a provider",
});
export const providerTaken = errorCode("provider_taken", {
  status: 409,
  en: "A provider with this name is already connected.",
  ru: "Провайдер с таким именем уже подключён.",
  kk: "Мұндай атаумен провайдер қосылып қойған.",
  when: "a provider is connected under the slug of another one",
});
export const addressInvalid = errorCode("address_invalid", {
  status: 422,
  en: "One of the addresses is neither an IP address nor a network.",
  ru: "Один из адресов не является IP-адресом или сетью.",
  kk: "Мекенжайлардың бірі IP-мекенжай да, желі де емес.",
  when: "the address list of a provider has an entry that is neither an address nor a network such as 10.0.0.0/8",
});

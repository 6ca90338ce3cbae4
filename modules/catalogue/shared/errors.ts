import { errorCode } from "#kit/contract/error-code.ts";

export const providerNotConnected = errorCode("provider_not_connected", {
  status: 409,
  en: "This game's provider isn't connected right now, so the game can't be opened.",
  ru: "Провайдер этой игры сейчас не подключён, поэтому открыть её нельзя.",
  kk: "Бұл ойынның провайдері қазір қосылмаған, сондықтан ойынды ашу мүмкін емес.",
  when: "a slot or a live table is opened whose provider is not connected",
});
export const noDemo = errorCode("no_demo", {
  status: 409,
  en: "This game has no demo.",
  ru: "У этой игры нет демо.",
  kk: "Бұл ойынның демосы жоқ.",
  when: "the demo of a game is opened that is played for money only",
});
export const gameNotAvailable = errorCode("game_not_available", {
  status: 409,
  en: "This game isn't available to you right now.",
  ru: "Сейчас эта игра вам недоступна.",
  kk: "Бұл ойын сізге қазір қолжетімсіз.",
  when: "a slot or a live table is opened that is under maintenance, disabled, or not offered in the caller's country, region profile or currency; `data.reason` says which",
});
export const providerUnknown = errorCode("provider_unknown", {
  status: 404,
  en: "No provider of this name is connected.",
  ru: "Провайдер с таким именем не подключён.",
  kk: "Мұндай атаулы провайдер қосылмаған.",
  when: "an operator imports the games of a provider that is not connected",
});
export const manifestInvalid = errorCode("manifest_invalid", {
  status: 409,
  en: "The provider didn't return a valid list of games. Nothing was changed.",
  ru: "Провайдер не вернул корректный список игр. Ничего не изменилось.",
  kk: "Провайдер ойындардың дұрыс тізімін қайтармады. Ештеңе өзгерген жоқ.",
  when: "an operator imports games, and the provider's response is late, empty or has the wrong shape",
});

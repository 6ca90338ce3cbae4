import { errorCode } from "#kit/contract/error-code.ts";

export const providerNotConnected = errorCode("provider_not_connected", {
  status: 409,
  en: "The provider of this game isn't connected yet, so the game can't be opened.",
  ru: "Провайдер этой игры ещё не подключён, поэтому открыть её нельзя.",
  kk: "Бұл ойынның провайдері әлі қосылмаған, сондықтан оны ашу мүмкін емес.",
  when: "a slot or a live table is opened whose provider is not connected",
});
export const noDemo = errorCode("no_demo", {
  status: 409,
  en: "This game doesn't have a demo.",
  ru: "У этой игры нет демо.",
  kk: "Бұл ойынның демосы жоқ.",
  when: "the demo of a game is opened that is played for money only",
});

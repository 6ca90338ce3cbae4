import { errorCode } from "#kit/contract/error-code.ts";

export const providerNotConnected = errorCode("provider_not_connected", {
  status: 409,
  en: "The company that makes this game is not connected to the house yet, so it cannot be opened.",
  ru: "Компания, которая делает эту игру, ещё не подключена к дому, поэтому открыть её нельзя.",
  kk: "Бұл ойынды жасайтын компания үйге әлі қосылмаған, сондықтан оны ашу мүмкін емес.",
  when: "a slot or a live table is opened whose provider is not connected",
});
export const noDemo = errorCode("no_demo", {
  status: 409,
  en: "This game has no demo.",
  ru: "У этой игры нет демо.",
  kk: "Бұл ойынның демосы жоқ.",
  when: "the demo of a game is opened that is played for money only",
});

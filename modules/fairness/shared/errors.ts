import { errorCode } from "#kit/contract/error-code.ts";

export const seedsNotSeen = errorCode("seeds_not_seen", {
  status: 409,
  en: "Request your seeds first: we show you their hashes before we accept your client seed.",
  ru: "Сначала запросите сиды: мы показываем их хеши до того, как принять ваш сид.",
  kk: "Алдымен сидтеріңізді сұраңыз: сіздің сид қабылданғанға дейін олардың хештері көрсетіледі.",
  when: "a client seed is sent for an account that has no server seeds yet; asking for the seeds makes them",
});
export const roundOpen = errorCode("round_open", {
  status: 409,
  en: "Finish the open round first.",
  ru: "Сначала завершите открытый раунд.",
  kk: "Алдымен ашық раундты аяқтаңыз.",
  when: "rotation while a round that began with the present server seed is not over; a second start in a game that is played in steps, `data.round` being the open one",
});

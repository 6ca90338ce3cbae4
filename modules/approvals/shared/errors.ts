import { errorCode } from "#kit/contract/error-code.ts";

export const requestStale = errorCode("request_stale", {
  status: 409,
  en: "Something has changed since this was requested. Decline it and submit a new request.",
  ru: "С момента запроса данные изменились. Отклоните его и создайте новый.",
  kk: "Сұрау жасалғалы деректер өзгерді. Оны қабылдамай, жаңасын жасаңыз.",
  when: "approving a request whose subject has changed since, or content other than the stored one",
});
export const requestClosed = errorCode("request_closed", {
  status: 409,
  en: "This request has already been approved or declined.",
  ru: "Этот запрос уже одобрен или отклонён.",
  kk: "Бұл сұрау мақұлданған немесе қабылданбаған.",
  when: "deciding a request that is approved or declined; `data.status` says which",
});
export const requestExpired = errorCode("request_expired", {
  status: 409,
  en: "This request has expired. Submit a new one.",
  ru: "Срок запроса истёк. Создайте новый.",
  kk: "Сұраудың мерзімі өтті. Жаңасын жасаңыз.",
  when: "deciding a request more than 24 hours after it was made",
});
export const requestApprovedAlready = errorCode("request_approved_already", {
  status: 409,
  en: "You have already approved this request. It needs another person.",
  ru: "Вы уже одобрили этот запрос. Нужен ещё один человек.",
  kk: "Сіз бұл сұрауды мақұлдадыңыз. Тағы бір адам керек.",
  when: "an operator approves a request a second time",
});

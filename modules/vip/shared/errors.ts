import { errorCode } from "#kit/contract/error-code.ts";

export const vipRequestOpen = errorCode("vip_request_open", {
  status: 409,
  en: "We already have a request from you. We'll reply to it first.",
  ru: "У нас уже есть ваша заявка. Сначала ответим на неё.",
  kk: "Өтініміңіз бізде тұр. Алдымен соған жауап береміз.",
  when: "a second request to the VIP club while one is open",
});

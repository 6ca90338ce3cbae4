import { errorCode } from "#kit/contract/error-code.ts";

export const vipRequestOpen = errorCode("vip_request_open", {
  status: 409,
  en: "Your request is already with us. We will answer it first.",
  ru: "Ваша заявка уже у нас. Сначала ответим на неё.",
  kk: "Өтініміңіз бізде тұр. Алдымен соған жауап береміз.",
  when: "a second request to the VIP club while one is open",
});

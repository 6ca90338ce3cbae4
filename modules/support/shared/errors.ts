import { errorCode } from "#kit/contract/error-code.ts";

export const tooManyMessages = errorCode("too_many_messages", {
  status: 429,
  en: "You've reached today's message limit. We've received your earlier messages. Please write again tomorrow.",
  ru: "Вы отправили максимум сообщений за день. Все предыдущие мы получили — напишите снова завтра.",
  kk: "Бір күндік хабарлама саны таусылды. Алдыңғыларын алдық, ертең қайта жазыңыз.",
  when: "a message to support after 20 from the same player, or 30 from the same guest's address, within 24 hours",
});

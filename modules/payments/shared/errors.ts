import { errorCode } from "#kit/contract/error-code.ts";

export const amountOutOfLimits = errorCode("amount_out_of_limits", {
  status: 422,
  en: "The amount is outside the limits of this method.",
  ru: "Сумма вне лимитов этого способа.",
  kk: "Сома бұл тәсілдің шегінен тыс.",
  when: "a deposit below `data.min` or above `data.max` of its method",
});
export const depositsBlocked = errorCode("deposits_blocked", {
  status: 403,
  en: "Deposits are closed for your account. See the Limits page for the reason and the end date.",
  ru: "Пополнение для вашего аккаунта закрыто. Причина и срок указаны на странице «Лимиты».",
  kk: "Аккаунтыңыз үшін толтыру жабық. Себебі мен мерзімі «Шектер» бетінде көрсетілген.",
  when: "a deposit of a player who excluded himself, takes a time-out, or gave a date of birth under age and has not proved another one",
});
export const depositLimitReached = errorCode("deposit_limit_reached", {
  status: 409,
  en: "This would exceed the daily deposit limit you set.",
  ru: "Эта сумма превысит дневной лимит пополнений, который вы установили.",
  kk: "Бұл сома өзіңіз қойған күндік толтыру шегінен асады.",
  when: "a deposit that would pass the player's own daily limit together with what came in today and what is open; `data.left` is what may still be asked for",
});
export const depositsPaused = errorCode("deposits_paused", {
  status: 409,
  en: "Several deposits were declined, so deposits are paused. Contact support if you need help.",
  ru: "Несколько пополнений отклонено. Пополнение пока закрыто; если нужна помощь, напишите в поддержку.",
  kk: "Бірнеше толтыру қабылданбады. Толтыру әзірге жабық; көмек керек болса, қолдау қызметіне жазыңыз.",
  when: "a deposit after five declined ones in ten minutes: for an hour, and after five more until support has looked; `data.until` is null then",
});
export const verificationRequired = errorCode("verification_required", {
  status: 403,
  en: "We need to verify your identity for this amount. Please confirm it in your profile.",
  ru: "Для такой суммы нужно подтвердить личность. Сделайте это в профиле.",
  kk: "Мұндай сома үшін жеке басыңызды растау керек. Оны профильде растаңыз.",
  when: "a deposit or payout beyond the total of the player's verification level; `data.level` is what it takes, `data.left` what is left without",
});
export const instrumentCooling = errorCode("instrument_cooling", {
  status: 409,
  en: "This card or address is new. You can withdraw to it 24 hours after its first use.",
  ru: "Карта или адрес новые. Вывести на них деньги можно через 24 часа.",
  kk: "Карта немесе мекенжай жаңа. Оған ақшаны 24 сағаттан кейін шығаруға болады.",
  when: "a payout to an instrument that was first seen less than 24 hours ago, beside others the player had before; `data.from` says when it can",
});
export const wageringOpen = errorCode("wagering_open", {
  status: 409,
  en: "Finish wagering your bonus before you withdraw.",
  ru: "Перед выводом нужно отыграть бонус.",
  kk: "Ақша шығармас бұрын бонусты ойнап шығу керек.",
  when: "a payout while a bonus is being wagered; `data.left` is what is still to be staked, in `data.currency`",
});
export const invoiceClosed = errorCode("invoice_closed", {
  status: 409,
  en: "This payment has already ended.",
  ru: "Этот платёж уже завершён.",
  kk: "Бұл төлем аяқталып қойған.",
  when: "cancelling an invoice that is paid, expired or declined; `data.status` says which",
});
export const signatureInvalid = errorCode("signature_invalid", {
  status: 401,
  en: "Invalid signature.",
  ru: "Подпись неверна.",
  kk: "Қолтаңба дұрыс емес.",
  when: "a provider's message without a right signature over its time and bytes, or older than 5 minutes",
});
export const payoutLimitReached = errorCode("payout_limit_reached", {
  status: 409,
  en: "This would exceed the daily withdrawal limit.",
  ru: "Эта сумма превысит дневной лимит вывода.",
  kk: "Бұл сома бір күндік шығару шегінен асады.",
  when: "a payout that would pass the day's limit of the currency together with the others of this day (UTC); `data.limit` is that limit, `data.left` what is left of it",
});
export const approvedAlready = errorCode("approved_already", {
  status: 409,
  en: "You've already approved this withdrawal. Another person has to approve it too.",
  ru: "Вы уже одобрили этот вывод. Нужен ещё один человек.",
  kk: "Сіз бұл шығаруды мақұлдап қойдыңыз. Тағы бір адам керек.",
  when: "an operator approves a payout a second time; two people are two different ones",
});
export const debtOpen = errorCode("debt_open", {
  status: 409,
  en: "Your bank reversed a deposit. Deposit the missing amount to withdraw again.",
  ru: "Ваш банк отозвал пополнение. Внесите недостающее, и вывод снова откроется.",
  kk: "Банкіңіз толтыруды кері алды. Жетпегенін салсаңыз, шығару қайта ашылады.",
  when: "a payout while the player owes the house for a deposit that his bank recalled, in whatever currency; `data.owed` is what is missing, in `data.currency`",
});
export const payoutClosed = errorCode("payout_closed", {
  status: 409,
  en: "This withdrawal can no longer be canceled.",
  ru: "Этот вывод уже нельзя отменить.",
  kk: "Бұл шығарудан енді бас тартуға болмайды.",
  when: "cancelling a payout that is on its way, paid or declined, or deciding about one that waits for nobody; `data.status` says which",
});
export const addressNotAllowed = errorCode("address_not_allowed", {
  status: 409,
  en: "Your allow-list is on: you can withdraw crypto to saved addresses only.",
  ru: "Включён белый список: вывод криптовалюты возможен только на сохранённые адреса.",
  kk: "Рұқсат тізімі қосулы: криптовалюта тек сақталған мекенжайларға шығарылады.",
  when: "a payout in coins to an address that is not in the player's book while the allow-list is on",
});
export const tooManyAddresses = errorCode("too_many_addresses", {
  status: 409,
  en: "You can save up to 20 addresses. Remove one first.",
  ru: "Можно сохранить до 20 адресов. Сначала удалите один из них.",
  kk: "20 мекенжайға дейін сақтауға болады. Алдымен біреуін жойыңыз.",
  when: "a new address in a book that has `data.most` already",
});

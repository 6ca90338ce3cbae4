import type { Locale } from "./state.ts";

/** The words of the payment page. */
export interface Words {
  readonly lang: string;
  readonly name: string;
  readonly title: string;
  readonly test: string;
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly pay: string;
  readonly decline: string;
  readonly back: string;
  readonly ended: Readonly<Record<"paid" | "declined" | "expired", { readonly title: string; readonly text: string }>>;
  readonly unknown: string;
}

export const words: Readonly<Record<Locale, Words>> = {
  en: {
    lang: "en",
    name: "English",
    title: "Pay by card",
    test: "Test payment company. No real money moves; any card details will do.",
    number: "Card number",
    expiry: "Valid until",
    code: "Security code",
    pay: "Pay",
    decline: "Decline this payment",
    back: "Return to the shop",
    ended: {
      paid: { title: "Paid", text: "The shop will know in a moment." },
      declined: { title: "Declined", text: "Nothing was taken." },
      expired: { title: "Too late", text: "The time to pay has run out." },
    },
    unknown: "There is no such payment.",
  },
  ru: {
    lang: "ru",
    name: "Русский",
    title: "Оплата картой",
    test: "Тестовая платёжная компания. Настоящие деньги не списываются, подойдут любые данные карты.",
    number: "Номер карты",
    expiry: "Срок действия",
    code: "Код безопасности",
    pay: "Оплатить",
    decline: "Отклонить платёж",
    back: "Вернуться в магазин",
    ended: {
      paid: { title: "Оплачено", text: "Магазин узнает об этом через мгновение." },
      declined: { title: "Отклонено", text: "Ничего не списано." },
      expired: { title: "Время вышло", text: "Срок оплаты истёк." },
    },
    unknown: "Такого платежа нет.",
  },
  kz: {
    lang: "kk",
    name: "Қазақша",
    title: "Картамен төлеу",
    test: "Сынақ төлем компаниясы. Нағыз ақша алынбайды, картаның кез келген деректері жарайды.",
    number: "Карта нөмірі",
    expiry: "Жарамдылық мерзімі",
    code: "Қауіпсіздік коды",
    pay: "Төлеу",
    decline: "Төлемнен бас тарту",
    back: "Дүкенге оралу",
    ended: {
      paid: { title: "Төленді", text: "Дүкен мұны қазір біледі." },
      declined: { title: "Бас тартылды", text: "Ештеңе алынған жоқ." },
      expired: { title: "Уақыт бітті", text: "Төлеу мерзімі өтті." },
    },
    unknown: "Мұндай төлем жоқ.",
  },
};

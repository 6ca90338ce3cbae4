import type { Locale, Scheme } from "./state.ts";

/** The texts of the payment page. */
export interface Words {
  readonly lang: string;
  readonly name: string;
  /** The title of the page, and the label of its field. */
  readonly schemes: Readonly<Record<Scheme, { readonly title: string; readonly account: string }>>;
  readonly bank: string;
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
    schemes: {
      card: { title: "Pay by card", account: "Card number" },
      sbp: { title: "Pay by SBP", account: "Phone number" },
      kaspi: { title: "Pay by Kaspi", account: "Phone number" },
      upi: { title: "Pay by UPI", account: "UPI address" },
      bank: { title: "Pay from your bank account", account: "IBAN" },
    },
    bank: "Bank",
    test: "Test payment provider. No real money is charged; you can enter any details.",
    number: "Card number",
    expiry: "Valid until",
    code: "Security code",
    pay: "Pay",
    decline: "Decline this payment",
    back: "Return to the merchant",
    ended: {
      paid: { title: "Paid", text: "We've notified the merchant." },
      declined: { title: "Declined", text: "You weren't charged." },
      expired: { title: "Too late", text: "The time to pay has expired." },
    },
    unknown: "This payment doesn't exist.",
  },
  ru: {
    lang: "ru",
    name: "Русский",
    schemes: {
      card: { title: "Оплата картой", account: "Номер карты" },
      sbp: { title: "Оплата через СБП", account: "Номер телефона" },
      kaspi: { title: "Перевод Kaspi", account: "Номер телефона" },
      upi: { title: "Оплата через UPI", account: "Адрес UPI" },
      bank: { title: "Оплата со счёта в банке", account: "IBAN" },
    },
    bank: "Банк",
    test: "Тестовый платёжный провайдер. Настоящие деньги не списываются, подойдут любые данные.",
    number: "Номер карты",
    expiry: "Срок действия",
    code: "Код безопасности",
    pay: "Оплатить",
    decline: "Отклонить платёж",
    back: "Вернуться в магазин",
    ended: {
      paid: { title: "Оплачено", text: "Мы сообщили магазину об оплате." },
      declined: { title: "Отклонено", text: "Ничего не списано." },
      expired: { title: "Время вышло", text: "Срок оплаты истёк." },
    },
    unknown: "Такого платежа нет.",
  },
  kz: {
    lang: "kk",
    name: "Қазақша",
    schemes: {
      card: { title: "Картамен төлеу", account: "Карта нөмірі" },
      sbp: { title: "СБП арқылы төлеу", account: "Телефон нөмірі" },
      kaspi: { title: "Kaspi аударымы", account: "Телефон нөмірі" },
      upi: { title: "UPI арқылы төлеу", account: "UPI мекенжайы" },
      bank: { title: "Банк шотынан төлеу", account: "IBAN" },
    },
    bank: "Банк",
    test: "Сынақ төлем провайдері. Нағыз ақша алынбайды, кез келген деректер жарайды.",
    number: "Карта нөмірі",
    expiry: "Жарамдылық мерзімі",
    code: "Қауіпсіздік коды",
    pay: "Төлеу",
    decline: "Төлемнен бас тарту",
    back: "Дүкенге оралу",
    ended: {
      paid: { title: "Төленді", text: "Төлем туралы дүкенге хабарладық." },
      declined: { title: "Бас тартылды", text: "Ештеңе алынған жоқ." },
      expired: { title: "Уақыт бітті", text: "Төлеу мерзімі өтті." },
    },
    unknown: "Мұндай төлем жоқ.",
  },
};

import { errorCode } from "#kit/contract/error-code.ts";

export const accountNotEmpty = errorCode("account_not_empty", {
  status: 409,
  en: "This account can't be closed yet: it still has money, an open bet or an open deposit.",
  ru: "Аккаунт пока нельзя закрыть: на нём есть деньги, открытая ставка или незавершённое пополнение.",
  kk: "Аккаунтты әзірге жабуға болмайды: онда ақша, ашық бәс немесе аяқталмаған толтыру бар.",
  when: "closing an account with money, open bets or open deposits; `data.obstacles` names which, `data.rests` the amounts by currency if all of them are below the smallest payout and may be given up",
});
export const exportNotReady = errorCode("export_not_ready", {
  status: 409,
  en: "The copy of your data isn't ready yet.",
  ru: "Копия ваших данных ещё готовится.",
  kk: "Деректеріңіздің көшірмесі әлі дайындалып жатыр.",
  when: "the file of an export that is not finished",
});

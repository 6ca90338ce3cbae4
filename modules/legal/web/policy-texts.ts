export interface Policy {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** The drafts, by language and slug. They describe the current behaviour and are not binding. */
export const policies: Readonly<Record<string, Policy>> = {
  "en/user-agreement": {
    title: "User agreement",
    sections: [
      {
        title: "Who may play",
        text: "You must be 18 or older and play for yourself. Each person can have one account. These games are not available to visitors from regions where they are not allowed.",
      },
      {
        title: "Bets and results",
        text: "A bet is accepted when we confirm it and cannot be canceled after that. Its result is determined by the published rules and by values committed before the bet; you can recompute every result on the “Check fairness” page. If we cannot finish a round, it is voided and its stakes are returned.",
      },
      {
        title: "Money",
        text: "Each balance is held in one of five currencies and is exchanged only at your request. If you pay a different amount from the one requested, we credit what arrived, up to the amount that can be used for play, and return the rest.",
      },
      {
        title: "Limits",
        text: "Every game has a minimum stake, a maximum stake and a maximum win. They are shown next to the stake before you bet. A bet that exceeds them is rejected; its payout is never reduced.",
      },
    ],
  },
  "ru/user-agreement": {
    title: "Пользовательское соглашение",
    sections: [
      {
        title: "Кто может играть",
        text: "Вам должно быть не меньше 18 лет, и играть можно только за себя. У одного человека может быть один аккаунт. Посетителям из регионов, где такие игры не разрешены, сайт недоступен.",
      },
      {
        title: "Ставки и результаты",
        text: "Ставка принята, когда мы её подтвердили, и после этого не отменяется. Результат определяют опубликованные правила и значения, зафиксированные до ставки; любой результат можно пересчитать на странице «Проверка честности». Раунд, который мы не смогли завершить, отменяется, ставки возвращаются.",
      },
      {
        title: "Деньги",
        text: "Каждый баланс ведётся в одной из пяти валют и без вашей просьбы не обменивается. Если пришла другая сумма, мы зачислим её в той части, которую можно использовать в игре, а остальное вернём.",
      },
      {
        title: "Лимиты",
        text: "У каждой игры есть минимальная ставка, максимальная ставка и максимальный выигрыш. Они показаны рядом с суммой ставки. Ставка сверх этих пределов отклоняется, а выигрыш никогда не урезается.",
      },
    ],
  },
  "ru/confidential": {
    title: "Конфиденциальность",
    sections: [
      {
        title: "Что мы храним",
        text: "Почту, язык, часовой пояс и валюту; ставки и платежи; для каждой сессии — адрес сети и название браузера. Пароль хранится только в виде, из которого его нельзя восстановить.",
      },
      {
        title: "Что видят другие",
        text: "Вместо почты другие видят имя из двух слов и печать. Их можно скрыть в настройках профиля: тогда ставки видны без имени.",
      },
      {
        title: "Кому мы передаём данные",
        text: "Платёжной системе мы передаём данные, нужные для платежа. Сторонней аналитики и рекламы на сайте нет.",
      },
    ],
  },
  "en/kyc": {
    title: "Identity verification",
    sections: [
      {
        title: "What we require today",
        text: "Nothing: we don't verify identities yet, and we don't send withdrawals that would require it.",
      },
      {
        title: "What we will require",
        text: "Before your first withdrawal, we will ask you to verify your name, your age and that you own the payment method. This page will then list the accepted documents, how long a check takes and how long we keep the documents.",
      },
    ],
  },
};

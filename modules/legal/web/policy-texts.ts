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
        text: "Accounts are for people of age who play for themselves. One person has one account. Visitors from regions where these games are not allowed are not let in.",
      },
      {
        title: "Bets and results",
        text: "A bet counts from the moment the house has confirmed it, and cannot be taken back after that. Its result follows from the published rules and from values that were committed to before the bet; every result can be worked out again on the page “Check fairness”. A round that the house cannot finish is voided and its stakes are returned.",
      },
      {
        title: "Money",
        text: "Every balance stands in one of five currencies and is never exchanged without being asked. A payment of another sum than the one asked for is credited with what arrived, as far as it can be played; the rest goes back.",
      },
      {
        title: "Limits",
        text: "Every game has a smallest and a largest stake and a largest win. They are shown beside the stake before the bet, and a bet that would pass them is refused, never shortened.",
      },
    ],
  },
  "ru/user-agreement": {
    title: "Пользовательское соглашение",
    sections: [
      {
        title: "Кто может играть",
        text: "Счёт открывают совершеннолетние и играют только за себя. У одного человека один счёт. Посетителей из регионов, где такие игры не разрешены, мы не впускаем.",
      },
      {
        title: "Ставки и результаты",
        text: "Ставка принята с момента, когда дом её подтвердил, и после этого не отзывается. Результат следует из опубликованных правил и значений, зафиксированных до ставки; любой результат можно пересчитать на странице «Проверка честности». Раунд, который дом не смог завершить, отменяется, ставки возвращаются.",
      },
      {
        title: "Деньги",
        text: "Каждый баланс ведётся в одной из пяти валют и без вашей просьбы не обменивается. Если пришла не та сумма, зачисляется пришедшее, насколько его можно принять к игре, остальное возвращается.",
      },
      {
        title: "Лимиты",
        text: "У каждой игры есть наименьшая и наибольшая ставка и наибольший выигрыш. Они показаны рядом со ставкой до неё; ставка сверх них отклоняется, а выигрыш никогда не урезается.",
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
        text: "Вместо почты другие видят имя из двух слов и печать. Их можно скрыть в настройках профиля: тогда ставки видны, но не сказано, чьи они.",
      },
      {
        title: "Куда это уходит",
        text: "Платёжной системе передаётся то, что нужно для платежа. Сторонних счётчиков и рекламы на сайте нет.",
      },
    ],
  },
  "en/kyc": {
    title: "Verification of identity",
    sections: [
      {
        title: "What is asked for today",
        text: "Nothing: the house verifies no identities yet, and pays nothing out for which it would have to.",
      },
      {
        title: "What will be asked for",
        text: "Before the first payout a player will be asked to prove name, age and the ownership of the means of payment. This page will then say which documents do, how long a check takes and how long they are kept.",
      },
    ],
  },
};

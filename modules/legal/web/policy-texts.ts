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
        title: "Who can play",
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
        text: "Почту, телефон, язык, часовой пояс и валюту; ставки и платежи; имя, дату рождения и документы, если вы подтверждаете личность; для каждой сессии — IP-адрес и название браузера. Пароль хранится только в виде, из которого его нельзя восстановить.",
      },
      {
        title: "Что видят другие",
        text: "Другие видят ваше имя пользователя и аватар, но не почту и не телефон. Имя и аватар можно скрыть в настройках профиля: тогда ставки видны без них.",
      },
      {
        title: "Кому мы передаём данные",
        text: "Платёжной системе мы передаём данные, нужные для платежа, а сервису проверки личности — ваши документы. Сторонней аналитики и рекламы на сайте нет.",
      },
    ],
  },
  "en/kyc": {
    title: "Identity verification",
    sections: [
      {
        title: "What we require today",
        text: "You can play without verification until your total deposits or withdrawals reach a limit. To go above it, confirm your name and date of birth, then upload an identity document and a photo of you with it, and finally proof of your address. We show the limit when you reach it. We may also ask you to prove your age.",
      },
      {
        title: "What happens to your documents",
        text: "We accept JPEG, PNG and PDF files of up to 4 MB each. They are stored encrypted and sent to our verification provider for checking. We keep them after you close your account, as the law requires.",
      },
    ],
  },
};

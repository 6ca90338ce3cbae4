import { openidConnect } from "../openid-connect/index.ts";

export const yandex = openidConnect({
  title: "Yandex ID",
  mailboxes: ["yandex.ru", "ya.ru", "yandex.com", "yandex.kz", "yandex.by"],
});

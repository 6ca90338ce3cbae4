import { expect, test } from "vitest";
import { replyText } from "./reply-text.ts";

test.each([
  ["without a quote", "Рақмет!\nБәрі келді.", "Рақмет!\nБәрі келді."],
  [
    "Gmail",
    "Thanks.\r\n\r\nOn Sat, 28 Nov 2026 at 10:00, Fairhouse <house@x> wrote:\r\n> You wrote\r\n>> old",
    "Thanks.",
  ],
  ["a wrapped line", "Спасибо\n\nсб, 28 нояб. 2026 г. в 10:00, Fairhouse\n<house@x>:\n\n> Вы писали", "Спасибо"],
  ["Outlook", "Ok\n\n-----Original Message-----\nFrom: Fairhouse\nSent: today\nHello", "Ok"],
  ["Outlook's header", "Иә\n\nОт: Fairhouse\nОтправлено: 28 ноября\nКому: мне\n\nтекст", "Иә"],
  ["a signature", "Done\n-- \nAigerim\n+7 700", "Done"],
  ["an answer below", "On 28 Nov Fairhouse wrote:\n> What is your id?\n> Please.\n\nIt is 7.", "It is 7."],
  ["a colon of one's own", "My steps:\n1. opened\n2. closed", "My steps:\n1. opened\n2. closed"],
  ["nothing but a quote", "> a\n> b", ""],
])("a reply in the manner of %s keeps the writer's own words", (_what, text, own) => {
  expect(replyText(text)).toBe(own);
});

import { expect, test } from "vitest";
import { maskPhone, nationalDigits, phoneCountries } from "#modules/accounts/shared/phone.ts";
import { caretAfterDigits, digitsBefore, digitsOf, inFours, withoutNeighbour } from "./digits.ts";

test.each([
  ["", ""],
  ["2200", "2200"],
  ["22001", "2200 1"],
  ["2200150012345675", "2200 1500 1234 5675"],
  ["2200-1500-1234-5675", "2200 1500 1234 5675"],
  ["220015001234567512", "2200 1500 1234 5675 12"],
])("a card's number %j is written %j", (text, shown) => {
  expect(inFours(text)).toBe(shown);
});

/** A browser's field: the text, and the caret before one of its characters. */
function field(format: (digits: string) => string, read: (text: string) => string, digits = "") {
  let shown = format(digits);
  let caret = shown.length;
  const leave = (text: string, at: number, direction: "backward" | "forward" | null) => {
    const typed = withoutNeighbour(shown, { text, caret: at }, direction);
    const found = read(typed.text);
    shown = format(found);
    caret = caretAfterDigits(shown, digitsBefore(typed, found));
  };
  return {
    /** `|` is the caret. */
    seen: () => `${shown.slice(0, caret)}|${shown.slice(caret)}`,
    put: (at: number) => {
      caret = at;
    },
    type: (text: string) => leave(shown.slice(0, caret) + text + shown.slice(caret), caret + text.length, null),
    backspace: () => caret > 0 && leave(shown.slice(0, caret - 1) + shown.slice(caret), caret - 1, "backward"),
    del: () => caret < shown.length && leave(shown.slice(0, caret) + shown.slice(caret + 1), caret, "forward"),
    caret: () => caret,
    text: () => shown,
  };
}

const [kz, , by] = phoneCountries as unknown as [(typeof phoneCountries)[0], unknown, (typeof phoneCountries)[0]];
const phone = (country: (typeof phoneCountries)[0], digits = "") =>
  field(
    text => maskPhone(country.mask, text),
    text => nationalDigits(country, text),
    digits,
  );

test("alice types, corrects in the middle and pastes: the caret stays where she is", () => {
  const number = phone(kz);
  for (const figure of "7071234") number.type(figure);
  expect(number.seen()).toBe("(707) 123 4|");
  number.put(7);
  number.type("9");
  expect(number.seen()).toBe("(707) 19|2 34");
  number.backspace();
  expect(number.seen()).toBe("(707) 1|23 4");
  // Formatting characters do not block typing.
  number.put(6);
  number.backspace();
  expect(number.seen()).toBe("(70|1) 234");
  number.put(3);
  number.del();
  expect(number.seen()).toBe("(70|2) 34");
});

test("a whole number is pasted over nothing, with its country's code or the 8 of long-distance calls", () => {
  for (const pasted of ["+7 (707) 123-45-67", "8 707 123 45 67", "77071234567"]) {
    const number = phone(kz);
    number.type(pasted);
    expect(number.seen()).toBe("(707) 123 45 67|");
  }
  const minsk = phone(by);
  minsk.type("+375 29 123 45 67");
  expect(minsk.seen()).toBe("(29) 123-45-67|");
});

test("a figure too many in the middle takes the place of the last one", () => {
  const number = phone(kz, "7071234567");
  number.put(1);
  number.type("0");
  expect(number.seen()).toBe("(0|70) 712 34 56");
});

test("from every position, typing and deleting restores text and caret; deleting always removes exactly one digit", () => {
  const card = (digits: string) => field(inFours, text => digitsOf(text).slice(0, 16), digits);
  for (const make of [(digits: string) => phone(kz, digits), (digits: string) => phone(by, digits), card]) {
    for (const digits of ["1", "1234", "12345678"]) {
      const shown = make(digits).text();
      for (let at = 0; at <= shown.length; at++) {
        const back = make(digits);
        back.put(at);
        back.type("9");
        back.backspace();
        expect(back.text()).toBe(shown);
        const left = digitsOf(shown.slice(0, at)).length;
        expect(digitsOf(back.text().slice(0, back.caret())).length).toBe(left);
        for (const [way, takes] of [
          ["backspace", left > 0],
          ["del", left < digits.length],
        ] as const) {
          const one = make(digits);
          one.put(at);
          one[way]();
          // A bracket before the first figure, or one behind the last, has no figure beside it.
          expect(digitsOf(one.text()).length).toBe(digits.length - (takes ? 1 : 0));
        }
      }
    }
  }
});

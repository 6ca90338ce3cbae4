import { expect, test } from "vitest";
import * as z from "zod/mini";
import { maskAddress, maskDestination, maskEmail, maskedDate, maskedEmail, maskPhone } from "./masked.ts";

test.each([
  ["alice.smith@example.org", "a•••@e•••.org"],
  ["a@b.co", "a•••@b•••.co"],
  ["x@sub.example.co.uk", "x•••@s•••.uk"],
  ["😀smile@example.org", "😀•••@e•••.org"],
])("the email address %s is masked as %s", (email, shown) => expect(maskEmail(email)).toBe(shown));

test.each([
  ["+77071234167", "+7 ••• ••• 41 67"],
  ["+375291234567", "+375 ••• ••• 45 67"],
])("the phone number %s is masked as %s", (phone, shown) => expect(maskPhone(phone)).toBe(shown));

test.each([
  ["203.0.113.77", "203.0.113.•"],
  ["::ffff:203.0.113.77", "::ffff:203.0.113.•"],
  ["2001:db8:85a3::8a2e:370:7334", "2001:db8:•"],
])("the address %s is masked as %s", (address, shown) => expect(maskAddress(address)).toBe(shown));

test.each([
  ["•••• 4242", "•••• 4242"],
  ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x7099•••79C8"],
  ["12345678", "•••• 5678"],
])("the destination %s is masked as %s", (text, shown) => expect(maskDestination(text)).toBe(shown));

test("a declared field is masked wherever it is in a response, and null stays null", () => {
  const response = z.object({ items: z.array(z.object({ email: z.nullable(maskedEmail), born: maskedDate })) });
  expect(
    z.parse(response, {
      items: [
        { email: "bob@example.org", born: "1990-04-12" },
        { email: null, born: "2001-01-02" },
      ],
    }),
  ).toEqual({
    items: [
      { email: "b•••@e•••.org", born: "1990-••-••" },
      { email: null, born: "2001-••-••" },
    ],
  });
});

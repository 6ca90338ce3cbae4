import { expect, test } from "vitest";
import { readOperatorCommand } from "./operator-command.ts";

test("an owner is invited by address and name, and a demo operator's code is requested by address", () => {
  expect(readOperatorCommand(["invite", "ada@house.example", "Ada"])).toEqual({
    does: "invite",
    email: "ada@house.example",
    name: "Ada",
  });
  expect(readOperatorCommand(["invite", "ada@house.example", "Ada", "owner"])).toMatchObject({ does: "invite" });
  expect(readOperatorCommand(["code", "ada@house.example"])).toEqual({ does: "code", email: "ada@house.example" });
});

test("a break-glass code and disabling take an address and a reason", () => {
  const reason = "her phone is lost";
  const email = "ada@house.example";
  expect(readOperatorCommand(["break-glass", email, reason])).toEqual({ does: "break-glass", email, reason });
  expect(readOperatorCommand(["disable", email, reason])).toEqual({ does: "disable", email, reason });
});

test.each([
  [["break-glass"], "The email address is missing"],
  [["break-glass", "ada@house.example"], "Give a reason of 3 to 500 characters"],
  [["break-glass", "ada@house.example", " a "], "Give a reason of 3 to 500 characters"],
  [[], "npm run operator -- invite"],
  [["list"], 'Unknown command "list"'],
  [["code"], "The email address is missing"],
  [["invite"], "The email address is missing"],
  [["invite", "ada@house.example"], "The name is missing"],
  [["invite", "not-an-email", "Ada"], '"not-an-email" is not a valid email address'],
  [["invite", "a b@c.de", "Ada"], "is not a valid email address"],
  [["invite", "ada@house.example", " "], "is not a valid name"],
  [["invite", "ada@house.example", "A".repeat(61)], "at most 60 characters"],
  [["invite", "ada@house.example", "Ada\u0007"], "control characters"],
  [["invite", "ada@house.example", "Ada", "finance"], "The console adds owners only"],
  [["invite", "ada@house.example", "Ada", "Byron", "King"], "put the name in quotes"],
])("%j is refused with one clear sentence", (args, words) => {
  expect(readOperatorCommand(args)).toContain(words);
});

import { expect, it } from "vitest";
import { passwordStrength } from "./password-strength.ts";

it("depends on length and variety, not on repetition", () => {
  expect(passwordStrength("")).toBe(0);
  expect(passwordStrength("abc12")).toBe(1);
  expect(passwordStrength("aaaaaaaaaaaaaaaa")).toBe(1);
  expect(passwordStrength("horsecar")).toBe(2);
  expect(passwordStrength("Horse-car4")).toBe(4);
  expect(passwordStrength("қалың орман ішінде")).toBe(4);
});

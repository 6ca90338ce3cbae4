import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { linkTo, messagesTo as sentTo } from "./inbox.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const messagesTo = (to: string, count: number) => sentTo(inject("app").sandbox, to, count);
const dialog = (of: Visitor) => of.page.getByRole("dialog");

test("zarina registers by phone, confirms the number, forgets her password and comes back with a new one", async () => {
  const zarina = await visit(browser, { locale: "kz", screen: "phone" });
  const { page, say, button } = zarina;
  const digits = `707${String(Date.now()).slice(-7)}`;
  const phone = `+7${digits}`;
  const field = () => page.getByLabel(say("accounts:auth.phone"), { exact: true });

  await zarina.go("/?signup");
  // Pasted in the common notation, with the 8 of long-distance calls.
  await field().fill(`8${digits}`);
  expect(await field().inputValue()).toBe(
    `(${digits.slice(0, 3)}) ${digits.slice(3, 6)} ${digits.slice(6, 8)} ${digits.slice(8)}`,
  );
  await page.getByLabel(say("accounts:auth.password"), { exact: true }).fill(zarina.password);
  await page.getByRole("checkbox").check();
  await button(say("accounts:auth.open_account")).click();

  await dialog(zarina).getByText(say("accounts:access.confirm_phone")).waitFor();
  const [sms] = await messagesTo(phone, 1);
  expect(sms?.channel).toBe("sms");
  const wrong = sms?.code === "000000" ? "111111" : "000000";
  await page.getByLabel(say("accounts:auth.code"), { exact: true }).fill(wrong);
  await dialog(zarina).getByText(say("accounts:validation.code_wrong")).waitFor();
  await page.getByLabel(say("accounts:auth.code"), { exact: true }).fill(sms?.code ?? "");
  await dialog(zarina).waitFor({ state: "hidden" });
  const { user } = await zarina.call<{ user: Record<string, unknown> }>("GET", "/profile/user");
  expect(user).toMatchObject({ phone, is_phone_verified: true, register_method: "phone" });

  // Another browser, which requests a new password.
  const later = await visit(browser, { locale: "ru", screen: "desktop" });
  const there = later.page;
  await later.go("/?login");
  await there.getByRole("link", { name: later.say("accounts:auth.forgot") }).click();
  await there.waitForURL(/\/password\/reset$/);
  await there.getByRole("radio", { name: later.say("accounts:auth.by_phone") }).click();
  await there.getByLabel(later.say("accounts:auth.phone"), { exact: true }).fill(phone);
  await later.button(later.say("accounts:password.send")).click();
  await there.getByRole("timer").waitFor();
  const [restore] = await messagesTo(phone, 2);
  await there.getByLabel(later.say("accounts:auth.code"), { exact: true }).fill(restore?.code ?? "");
  const fresh = "a-brand-new-battery";
  await there.getByLabel(later.say("accounts:password.new"), { exact: true }).fill(fresh);
  await there.getByLabel(later.say("accounts:password.again"), { exact: true }).fill(`${fresh}!`);
  await later.button(later.say("accounts:password.save")).click();
  // The error is shown under its field and in a notification.
  await there.getByText(later.say("accounts:validation.password_confirm_wrong")).first().waitFor();
  await there.getByLabel(later.say("accounts:password.again"), { exact: true }).fill(fresh);
  await later.button(later.say("accounts:password.save")).click();
  // The language of her profile switches the page to Kazakh.
  await there.waitForURL(/\/kz\/?$/);
  await there.locator(".wallet").waitFor();

  // The link of the same message has expired, and the first browser is signed out.
  await there.goto(restore?.link ?? "");
  await there.getByText(later.say("lobby:error.reset_title")).waitFor();
  await expect(zarina.call("GET", "/profile/user")).rejects.toThrow("401");
  expect(later.complaints.filter(complaint => !complaint.includes("422"))).toEqual([]);
  await later.leave();
  await zarina.leave();
});

test("bob signs in with a code by mail, once with a mailed link, and sets a new password by another", async () => {
  const bob = await visit(browser, { locale: "en", screen: "desktop" });
  const { page, say, button } = bob;
  await bob.register(`bob-${Date.now()}@example.com`);
  await bob.call("PUT", "/auth/logout");
  await bob.forget();

  await bob.go("/?login");
  await page.getByLabel(say("accounts:auth.email"), { exact: true }).fill(bob.email);
  await button(say("accounts:auth.code_by_mail")).click();
  await page.getByRole("timer").waitFor();
  const [mail] = await messagesTo(bob.email, 1);
  await page.getByLabel(say("accounts:auth.code"), { exact: true }).fill(mail?.code ?? "");
  await page.locator(".wallet").waitFor();

  await bob.call("POST", "/auth/send_login_data", { email: bob.email });
  const link = await linkTo(inject("app").sandbox, bob.email, "/login/");
  await bob.forget();
  await page.goto(link);
  await page.getByText(/b•••\S@e•••\.com/).waitFor();
  await page
    .locator(".one-card")
    .getByRole("button", { name: say("accounts:auth.log_in") })
    .click();
  await page.locator(".wallet").waitFor();

  await bob.forget();
  await bob.call("POST", "/api/v2/auth/password/email/forgot", { email: bob.email });
  await page.goto(await linkTo(inject("app").sandbox, bob.email, "/reset-password/"));
  const fresh = "another-new-battery";
  await page.getByLabel(say("accounts:password.new"), { exact: true }).fill(fresh);
  await page.getByLabel(say("accounts:password.again"), { exact: true }).fill(fresh);
  await button(say("accounts:password.save")).click();
  await page.waitForURL(url => !url.pathname.includes("/reset-password/"));
  await page.locator(".wallet").waitFor();
  await page.waitForLoadState("networkidle");
  // The link has been used, and nobody asks again whether it can be.
  expect(new URL(page.url()).pathname).toBe("/en");
  await bob.forget();
  const again = { email: bob.email, password: fresh };
  expect(await bob.call("POST", "/api/v2/auth/login/email/password", again)).toMatchObject({
    token: expect.any(String),
  });
  expect(bob.complaints).toEqual([]);
  await bob.leave();
});

import { Secret, TOTP } from "otpauth";
import type { Browser, Page, WebSocket } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { plugInDevice } from "./virtual-device.ts";
import { visit } from "./visitor.ts";

/** Sign-in methods besides the password in a browser: a provider's window, codes of an app, passkeys of a virtual device. */

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const dialog = (page: Page) => page.getByRole("dialog");

test("aigerim signs in through a provider's window, agrees once, and is signed in directly the next time", async () => {
  const aigerim = await visit(browser, { locale: "ru", screen: "desktop" });
  const { page } = aigerim;
  const throughGoogle = async () => {
    await aigerim.go("/?login");
    const opened = page.waitForEvent("popup");
    await dialog(page)
      .getByRole("button", { name: /Google/ })
      .click();
    const window = await opened;
    await window.getByRole("button", { name: /Aigerim/ }).click();
    if (!window.isClosed()) await window.waitForEvent("close");
  };
  await throughGoogle();
  await dialog(page).getByText("aigerim@mail.example").waitFor();
  await dialog(page).getByText("KZT").click();
  await dialog(page).getByRole("button", { name: "Создать аккаунт" }).click();
  await dialog(page).getByRole("alert").waitFor();
  await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Создать аккаунт" }).click();
  await page.locator(".wallet").waitFor();
  const { id } = await aigerim.profile();
  await aigerim.forget();
  await throughGoogle();
  await page.locator(".wallet").waitFor();
  expect((await aigerim.profile()).id).toBe(id);
  expect(aigerim.complaints.filter(text => !/status of 422/.test(text))).toEqual([]);
  await aigerim.leave();
});

test("bek switches app codes and a passkey on, logs in with each, and only a fresh proof takes them away", async () => {
  const bek = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = bek;
  await plugInDevice(bek.page);
  await bek.register(`bek-${Date.now()}@example.com`);
  // With an empty balance the deposit offer would appear 17 s after each login.
  await bek.fund("1000");
  await bek.go("/profile/access");

  await bek.button("Turn on").click();
  await dialog(page).getByLabel("Your password", { exact: true }).fill(bek.password);
  await bek.button("Confirm").click();
  const secret = (await page.locator(".totp-secret").innerText()).replaceAll(" ", "");
  await page.getByRole("img", { name: "QR code for your app" }).waitFor();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel("Code from the app").fill(totp.generate());
  await bek.button("Turn on").click();
  await bek.button("I've saved them").waitFor();
  const recovery = await page.locator(".recovery code").allInnerTexts();
  expect(recovery).toHaveLength(10);
  await bek.button("I've saved them").click();

  await bek.button("Add a passkey").click();
  await bek.button("Create").click();
  await page.getByText(/created/).waitFor();

  await bek.forget();
  await bek.go("/?login");
  await dialog(page).getByLabel("Email", { exact: true }).fill(bek.email);
  await dialog(page).getByLabel("Password", { exact: true }).fill(bek.password);
  await dialog(page).getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog(page)
    .getByLabel(/Code from your app/)
    .fill(recovery[0] ?? "");
  await dialog(page).getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator(".wallet").waitFor();

  await bek.forget();
  await bek.go("/?login");
  await dialog(page).getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.locator(".wallet").waitFor();

  await bek.go("/profile/access");
  await page.getByText("9 recovery codes are left").waitFor();
  await bek.button("Turn off").click();
  await dialog(page).getByRole("button", { name: "Confirm with a passkey" }).click();
  await bek.button("Turn on").waitFor();
  expect(bek.complaints.filter(text => !/status of (403|422)/.test(text))).toEqual([]);
  await bek.leave();
});

test("dana mistypes her password three times; the page does the captcha's work and says nothing of it", async () => {
  const dana = await visit(browser, { locale: "kz", screen: "desktop" });
  const { page } = dana;
  await dana.register(`dana-${Date.now()}@example.com`);
  await dana.forget();
  await dana.go("/?login");
  const solved = page.waitForRequest(/\/api\/v1\/captcha$/);
  await dialog(page).getByLabel("Электрондық пошта", { exact: true }).fill(dana.email);
  const password = dialog(page).getByLabel("Құпиясөз", { exact: true });
  const logIn = dialog(page).getByRole("button", { name: "Кіру", exact: true });
  for (const typed of ["wrong", "wrong", "wrong", dana.password]) {
    await password.fill(typed);
    const answered = page.waitForResponse(/login\/email\/password/);
    await logIn.click();
    await answered;
  }
  await solved;
  await page.locator(".wallet").waitFor();
  expect(await page.getByText("captcha").count()).toBe(0);
  expect(dana.complaints.filter(text => !/status of 422/.test(text))).toEqual([]);
  await dana.leave();
});

test("erkin ends another browser's session: its open socket is closed and its page is a guest's", async () => {
  const [phone, desktop] = await Promise.all([
    visit(browser, { locale: "en", screen: "phone" }),
    visit(browser, { locale: "en", screen: "desktop" }),
  ]);
  await phone.register(`erkin-${Date.now()}@example.com`);
  await desktop.go("/?login");
  await dialog(desktop.page).getByLabel("Email", { exact: true }).fill(phone.email);
  await dialog(desktop.page).getByLabel("Password", { exact: true }).fill(phone.password);
  const sockets: WebSocket[] = [];
  desktop.page.on("websocket", socket => sockets.push(socket));
  await dialog(desktop.page).getByRole("button", { name: "Sign in", exact: true }).click();
  await desktop.page.locator(".wallet").waitFor();
  const open = () => sockets.filter(socket => !socket.isClosed());
  await expect.poll(() => open().length).toBeGreaterThan(0);
  await phone.go("/profile/access");
  const his = open();
  await phone.button("Sign out everywhere else").click();
  await expect.poll(() => his.every(socket => socket.isClosed())).toBe(true);
  await desktop.page.getByRole("link", { name: "Sign in" }).first().waitFor();
  await phone.page.getByText("this device", { exact: true }).waitFor();
  await Promise.all([phone.leave(), desktop.leave()]);
});

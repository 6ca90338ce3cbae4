import { expect, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { complaintsOf, fitsPhone, isFocused, openSharedOffice, t, tabTo } from "./operator.ts";
import { tooWide } from "./too-wide.ts";
import { visit } from "./visitor.ts";

const office = await openSharedOffice();
const { browser } = office;

test("aigul answers a guest by keys alone: she claims, fills in a canned reply, sends it and hands over, and the focus stays on the page", async () => {
  await office.hire("Botagoz", "support");
  const aigul = await office.hire("Aigul", "support");
  const { page } = aigul;
  const focused = page.locator(":focus");
  await aigul.enter("/support");
  // On shift: a guest would have to give an email otherwise.
  await page.getByText(t("support.on_shift", { mine: "0", most: "6" })).waitFor();
  const guest = await visit(browser, { locale: "en", screen: "phone" });
  await guest.go("/faq");
  await guest.page.locator(".chat-top").click();
  await guest.page.getByText(guest.say("support:chat.hello")).waitFor();
  const words = "How can I withdraw to a new card?";
  await guest.page.getByLabel(guest.say("support:chat.text")).fill(words);
  await guest.page.getByText(guest.say("support:chat.help")).first().waitFor();
  // A refused address is shown at its field, which has the focus.
  const email = guest.page.getByLabel(guest.say("support:chat.email_optional"));
  await email.fill("aigul@");
  await guest.button(guest.say("support:chat.send")).click();
  await guest.page
    .locator(".chat-start .err-msg", { hasText: guest.say("support:validation.email_invalid") })
    .waitFor();
  expect([await email.getAttribute("aria-invalid"), await isFocused(email)]).toEqual(["true", true]);
  await email.fill("");
  await guest.button(guest.say("support:chat.send")).click();
  await guest.page.locator(".said.own").waitFor();

  await tabTo(page, t("support.views.mine"));
  for (const _ of ["snoozed", "queue"]) await page.keyboard.press("ArrowRight");
  await page.locator(".inbox-list").getByText(words).waitFor();
  // Others may be waiting too.
  const chosen = page.locator(".inbox-list [aria-current]", { hasText: words });
  for (let presses = 0; presses < 30 && (await chosen.count()) === 0; presses++) {
    await page.keyboard.press("j");
    await page.waitForTimeout(200);
  }
  await chosen.waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: t("support.hand_over"), exact: true }).waitFor();
  await page.keyboard.press("r");
  const answer = page.getByLabel(t("support.answer"), { exact: true });
  await page.keyboard.type("/hel");
  await page.getByRole("option", { name: "/hello" }).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => answer.inputValue()).toContain("Aigul");
  await tabTo(page, t("support.send"));
  await page.keyboard.press("Enter");
  await guest.page.locator(".said:not(.own)", { hasText: "Aigul" }).waitFor();
  await expect.poll(() => isFocused(answer)).toBe(true);
  await tabTo(page, t("support.hand_over"), "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await tabTo(page, t("support.hand_over"));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused.count()).toBe(1);
  expect(complaintsOf(aigul)).toEqual([]);
  await guest.leave();
  await page.context().close();
});

test("a guest in Kazakh on a phone writes, Saule answers by a canned answer, it appears live, and a reload keeps it", async () => {
  const saule = await office.hire("Saule", "support");
  const { page } = saule;
  await saule.enter("/support");
  await page.getByText(t("support.on_shift", { mine: "0", most: "6" })).waitFor();

  const guest = await visit(browser, { locale: "kz", screen: "phone" });
  await guest.go("/faq");
  const openChat = () => guest.page.locator(".chat-top").click();
  await openChat();
  await guest.page.getByText(guest.say("support:chat.hello")).waitFor();
  const text = guest.page.getByLabel(guest.say("support:chat.text"));
  await text.fill("Ақшаны қалай шығарамын?");
  await guest.page.getByText(guest.say("support:chat.help")).first().waitFor();
  expect(await tooWide(guest.page)).toEqual([]);
  await guest.button(guest.say("support:chat.send")).click();
  await guest.page.locator(".said.own").waitFor();
  await guest.page.getByText(guest.say("support:chat.queued")).waitFor();
  expect(await axeFinds(guest.page)).toEqual([]);

  await page.getByRole("tab", { name: t("support.views.queue") }).click();
  const listed = page.locator(".inbox-list").getByText("Ақшаны қалай шығарамын?");
  await listed.waitFor();
  await page.keyboard.press("j");
  await page.waitForURL(/\/support\/.+/);
  await listed.click();
  const answer = page.getByLabel(t("support.answer"), { exact: true });
  await answer.waitFor();
  await page.keyboard.press("r");
  expect(await isFocused(answer)).toBe(true);
  expect(await answer.inputValue()).toBe("");
  await answer.fill("/hello");
  await page.getByRole("option", { name: "/hello" }).click();
  await expect.poll(() => answer.inputValue()).toContain("Saule");
  await page.getByRole("button", { name: t("support.send"), exact: true }).click();
  const answered = guest.page.locator(".said:not(.own)", { hasText: "Менің атым Saule" });
  await answered.waitFor();
  // The answer arrived over the socket and was read: the operator sees that.
  await page.getByText(t("support.read"), { exact: false }).first().waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await fitsPhone(saule);

  await guest.page.reload();
  await openChat();
  await answered.waitFor();
  await page.getByRole("button", { name: t("support.resolve"), exact: true }).click();
  await guest.page.getByRole("button", { name: guest.say("support:rating.yes"), exact: true }).click();
  await guest.button(guest.say("support:rating.send")).click();
  await page.getByText(t("support.rated.yes")).first().waitFor();
  await guest.page.goBack();
  await guest.page.locator(".chat").waitFor({ state: "hidden" });
  expect(complaintsOf(guest, saule)).toEqual([]);
  await guest.leave();
  await page.context().close();
});

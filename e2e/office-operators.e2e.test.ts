import { expect, inject, test } from "vitest";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { axeFinds } from "./axe.ts";
import { messagesTo } from "./inbox.ts";
import { codeOf, complaintsOf, fitsPhone, openSharedOffice, password, t } from "./operator.ts";
import { plugInDevice } from "./virtual-device.ts";
import { screens, userAgent } from "./visitor.ts";

const office = await openSharedOffice();
const { browser } = office;

test("aslan asks for dana and for another owner; bolat approves, and only then each is invited by mail", async () => {
  const [aslan, bolat] = await Promise.all([office.hire("Aslan", "owner"), office.hire("Bolat", "owner")]);
  const { office: address, sandbox } = inject("app");
  const mailed = async (to: string) => (await messagesTo(sandbox, to, 1))[0];
  const invite = (name: string, email: string, role: Role) =>
    aslan.decide("", t("operators.invite"), async page => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("operators.name")).fill(name);
      await dialog.getByLabel(t("players.email")).fill(email);
      await dialog.getByLabel(t("operators.role")).selectOption(role);
      await dialog.getByLabel(t("reason")).fill("joins the team");
    });
  /** bolat approves the request of this title. */
  async function approveOpen(title: string): Promise<void> {
    await bolat.enter("/approvals");
    await bolat
      .row(title)
      .getByRole("link", { name: t("approvals.open") })
      .click();
    await bolat.page.getByRole("heading", { level: 2, name: title }).waitFor();
    expect(await axeFinds(bolat.page)).toEqual([]);
    await fitsPhone(bolat);
    const approve = { name: t("approvals.approve"), exact: true } as const;
    await bolat.page.getByRole("button", approve).click();
    await bolat.page.getByRole("dialog").getByRole("button", approve).click();
    await bolat.page.getByRole("dialog").waitFor({ state: "detached" });
    await bolat.page.locator(".tag", { hasText: t("approvals.status.approved") }).waitFor();
  }
  const [dana, erlan] = [`dana-${Date.now()}@house.example`, `erlan-${Date.now()}@house.example`];

  await aslan.enter("/operators");
  await invite("Dana", dana, "support");
  await aslan.page.getByText(t("approvals.asked")).waitFor();
  await approveOpen(t("approvals.kinds.operator_invite", { name: "Dana", email: dana, role: t("roles.support") }));
  const link = (await mailed(dana))?.link ?? "";
  expect(link).toContain(`${address}/invitation#`);
  expect(await aslan.page.content()).not.toContain(link.split("#")[1]);
  const context = await browser.newContext({ viewport: screens.phone, locale: "en", userAgent });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByText(t("invitation.text", { name: "Dana", role: t("roles.support") })).waitFor();
  await context.close();

  await aslan.enter("/operators");
  await invite("Erlan", erlan, "owner");
  await aslan.page.getByText(t("approvals.asked")).waitFor();
  await aslan.page.getByRole("link", { name: t("approvals.what"), exact: true }).click();
  const title = t("approvals.kinds.owner_invite", { name: "Erlan", email: erlan });
  await aslan.page.getByRole("heading", { level: 2, name: title }).waitFor();
  await aslan.page.getByText(t("approvals.own_text")).waitFor();
  expect(await aslan.page.getByRole("button", { name: t("approvals.approve"), exact: true }).count()).toBe(0);

  await approveOpen(title);
  expect((await mailed(erlan))?.link).toContain(`${address}/invitation#`);
  await bolat.enter("/operators");
  await bolat.row(erlan).getByText(t("operators.invited")).waitFor();
  await bolat.enter("/audit");
  await bolat.row(t("audit_actions.approval_approve")).first().waitFor();
  expect(complaintsOf(aslan, bolat)).toEqual([]);
});

test("Nurlan adds a passkey, signs in with it in place of the code, and confirms with it that he removes it", async () => {
  const nurlan = await office.hire("Nurlan", "support");
  const { page, email } = nurlan;
  const address = inject("app").office;
  await plugInDevice(page);
  await nurlan.enter("/sessions");
  await page.getByText(t("passkeys.none")).waitFor();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: t("passkeys.add"), exact: true }).click();
  await dialog.getByLabel(t("passkeys.name")).fill("Work laptop");
  await dialog.getByRole("button", { name: t("passkeys.add"), exact: true }).click();
  const passkey = nurlan.row("Work laptop");
  await passkey.waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await fitsPhone(nurlan);

  await page.context().clearCookies();
  await page.goto(`${address}/login`);
  await page.getByLabel(t("login.email")).fill(email);
  await page.getByLabel(t("login.password")).fill(password);
  await page.getByRole("button", { name: t("login.next") }).click();
  await page.getByText(t("login.either_text")).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole("button", { name: t("login.passkey"), exact: true }).click();
  await page.waitForURL(`${address}/`);

  await office.host.db.query(
    `UPDATE operators.sessions SET proved_at = '-infinity'
     WHERE operator_id = (SELECT id FROM operators.operators WHERE email = $1)`,
    [email],
  );
  await nurlan.enter("/sessions");
  await passkey.getByRole("button", { name: t("passkeys.remove"), exact: true }).click();
  await dialog.getByRole("button", { name: t("passkeys.remove"), exact: true }).click();
  const confirm = page.getByRole("dialog", { name: t("step_up.title") });
  await confirm.getByRole("button", { name: t("login.passkey"), exact: true }).click();
  await page.getByText(t("passkeys.none")).waitFor();

  // The confirmation holds for what comes next.
  await page.getByText(t("own_app.has")).waitFor();
  await page.getByRole("button", { name: t("own_app.replace"), exact: true }).click();
  const secret = (await dialog.locator(".secret").textContent()) ?? "";
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByLabel(t("login.code")).fill(codeOf(secret));
  await dialog.getByRole("button", { name: t("own_app.save"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: t("own_app.remove"), exact: true }).click();
  await dialog.getByRole("button", { name: t("own_app.remove"), exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: t("cancel"), exact: true }).click();
  const expected = /401 .*\/api\/office\/me$|403 .*\/api\/office\/passkeys\/|409 .*\/api\/office\/app$/;
  expect(nurlan.complaints.filter(line => !expected.test(line))).toEqual([]);
  await page.context().close();
});

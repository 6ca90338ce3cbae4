import { browser, person, fresh, desk, phone } from "/tmp/wt/battles/zz-look.mjs";
const a = await fresh("KZT", desk, "ru"); const b = await fresh("KZT", phone, "kz"); const c = await fresh("KZT", desk, "en"); const d = await fresh("KZT", phone, "ru");
// battle for four, long names
await a.go("/games/cases/battles");
for (const n of ["Базар", "Гавань", "Степь", "Библиотека", "Янтарь", "Караван"]) await a.page.getByRole("button", { name: `Ещё один: ${n}`, exact: true }).click();
await a.page.getByRole("radio", { name: "4", exact: true }).click();
await a.page.locator(".bet-act .btn.pri").first().click(); await a.page.waitForURL(/battles\/\d+/);
for (const who of [b, c, d]) { await who.go("/games/cases/battles"); if (who === b) await who.shot("b4-lobby-p"); if (who === c) await who.shot("b4-lobby-d"); await who.page.locator(".battles-open .btn").first().click(); await who.page.waitForURL(/battles\/\d+/); }
await a.page.waitForTimeout(9000); await b.shot("b4-run-p");
await a.page.waitForTimeout(22000); await a.shot("b4-end-d"); await b.shot("b4-end-p"); await b.page.screenshot({ path: "/tmp/battles-shots/b4-end-p-full.png", fullPage: true });
for (const [who, w] of [[a, "d"], [b, "p"]]) {
  await who.go("/games"); await who.shot("games-" + w);
  await who.go(""); await who.shot("home-" + w);
  for (const g of ["coinflip", "miner", "hilo", "keno", "dice", "cases"]) { await who.go("/games/" + g); if (!["cases"].includes(g)) { await who.page.locator(".bet-act .btn.pri").first().click().catch(() => {}); await who.page.waitForTimeout(2500); } await who.shot(g + "-" + w); }
  await who.go("/games/rooms/yellow"); await who.shot("rooms-" + w);
}
await browser.close();

import { chromium } from "playwright-core";
const site = "http://fairhouse.localhost:5220";
const ua = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
export const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
export async function person(email, viewport, locale = "en", still = false) {
  const context = await browser.newContext({ viewport, userAgent: ua, locale, reducedMotion: still ? "reduce" : "no-preference" });
  context.setDefaultTimeout(60000);
  const page = await context.newPage();
  page.on("pageerror", e => console.log("EXC", e.message));
  page.on("console", m => m.type() === "error" && console.log("ERR", m.text().slice(0, 300)));
  await page.goto(`${site}/${locale}`);
  if (email) {
    const r = await page.evaluate(`(async () => {
      const a = await fetch(document.documentElement.dataset.api + "/api/v2/auth/login/email/password", { method: "POST", credentials: "include", headers: {"content-type": "application/json"}, body: JSON.stringify({ email: ${JSON.stringify(email)}, password: "fairhouse-demo" }) });
      const j = await a.json();
      if (j.token) document.cookie = "token=" + encodeURIComponent(j.token) + "; path=/; max-age=2592000; samesite=lax";
      return [a.status, JSON.stringify(j).slice(0, 200)];
    })()`);
    if (r[0] !== 200) console.log(email, r);
  }
  return { context, page, go: async p => { await page.goto(`${site}/${locale}${p}`); await page.waitForTimeout(1200); }, shot: n => page.screenshot({ path: `/tmp/battles-shots/${n}.png` }) };
}
export const desk = { width: 1440, height: 900 }, phone = { width: 390, height: 844 };
export async function fresh(currency, viewport, locale = "en", amount = "50000", still = false) {
  const who = await person(null, viewport, locale, still);
  const email = `p${Date.now()}${Math.floor(Math.random()*1000)}@example.com`;
  const out = await who.page.evaluate(`(async () => {
    const api = document.documentElement.dataset.api;
    const a = await fetch(api + "/api/v2/auth/register/email", { method: "POST", credentials: "include", headers: {"content-type": "application/json"}, body: JSON.stringify({ email: ${JSON.stringify(email)}, password: "correct-horse-battery", currency: ${JSON.stringify(currency)}, agree: true, locale: ${JSON.stringify(locale)}, timezone: "Asia/Almaty" }) });
    const { token } = await a.json();
    document.cookie = "token=" + encodeURIComponent(token) + "; path=/; max-age=2592000; samesite=lax";
    const h = { authorization: "Bearer " + token, "content-type": "application/json" };
    const d = await (await fetch(api + "/api/v2/billing/data", { headers: h })).json();
    const m = d.data.payments.methods.find(x => x.icon !== "transfer");
    const p = await (await fetch(api + "/api/v1/billing/payments", { method: "POST", headers: { ...h, "idempotency-key": crypto.randomUUID() }, body: JSON.stringify({ method_hash: m.hash, amount: ${JSON.stringify(amount)} }) })).json();
    return p;
  })()`);
  const hash = out?.data?.hash;
  if (!hash) console.log(out);
  const r = await fetch(`http://127.0.0.1:5222/psp/invoices/${hash}/pay`, { method: "POST" });
  await who.page.waitForTimeout(1500);
  return who;
}

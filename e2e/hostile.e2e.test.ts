import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { type Visitor, visit } from "./visitor.ts";

/** Texts that would execute if inserted as markup, script or URL: none may, anywhere. */

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const corpus = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  '"><svg onload=hit()>',
  "'-hit()-'",
  "javascript:hit()",
  "</script><script>hit()</script>",
  "</title><script>hit()</script>",
  "</style><script>hit()</script>",
  "{{constructor.constructor('hit()')()}}",
  "\u2028hit()//",
  "%3Cscript%3Ehit()%3C/script%3E",
  "<iframe srcdoc='<script>parent.hit()</script>'>",
  "<a href=javascript:hit()>x</a>",
  "<base href=//evil.example/>",
  "#{hit()}",
  "<math><mtext><style><img src onerror=hit()>",
  "<body onload=hit()>",
  "\\u003cscript\\u003ehit()\\u003c/script\\u003e",
  "--><script>hit()</script>",
  "]]><script>hit()</script>",
  '" autofocus onfocus=hit() x="',
  "' onmouseover='hit()",
  "data:text/html,<script>hit()</script>",
  "//evil.example/hit.js",
  "<x>{{7*7}}</x>",
  "\r\nSet-Cookie: hit=1",
  "<link rel=import href=//evil.example>",
  "<object data=javascript:hit()>",
  "<svg><animate onbegin=hit() attributeName=x>",
  "&lt;script&gt;hit()&lt;/script&gt;",
  "<noscript><p title='</noscript><img src=x onerror=hit()>'>",
  "ſcript>hit()",
];

/** Every URL with a visitor-supplied part. */
const injections: readonly ((text: string) => string)[] = [
  text => `/${text}`,
  text => `/verify/${text}`,
  text => `/tournament/${text}`,
  text => `/tournaments/${text}`,
  text => `/reset-password/${text}?phone=${text}`,
  text => `/games/cases/${text}`,
  text => `/profile/access?back=${text}`,
  text =>
    `/?login&back=${text}&promo=${text}&utm_source=${text}&stag=${text}&partner=${text}&pr=${text}&subH=${text}&${text}=1`,
  text =>
    `/?utm_campaign=advertise&click_id=${text}&click_source=${text}&simpleAuthToken=${text}&simple_auth=1&no_sso=${text}`,
];

/** Signs in a visitor whose pages count executed payloads and policy violations. */
async function wary(locale: "en" | "ru"): Promise<Visitor> {
  const visitor = await visit(browser, { locale, screen: "desktop" });
  await visitor.context.addInitScript(`globalThis.hits = 0; globalThis.hit = () => { globalThis.hits++ };
    globalThis.refused = []; addEventListener("securitypolicyviolation", e => refused.push(e.violatedDirective + " " + e.blockedURI));`);
  visitor.page.on("dialog", dialog => visitor.complaints.push(`dialog: ${dialog.message()}`));
  return visitor;
}

async function expectQuiet(page: Page, where: string): Promise<void> {
  const received = await page.evaluate("({ hits, refused, cookie: document.cookie, host: location.host })");
  const { host } = new URL(inject("app").site);
  expect(received, where).toMatchObject({ hits: 0, refused: [], host });
  expect((received as { cookie: string }).cookie, where).not.toMatch(/(^|; )hit=/);
}

const known = (complaint: string) => /status of 4\d\d/.test(complaint);

test("nothing that mallory puts into an address runs, and no page breaks its own policy over it", async () => {
  const mallory = await wary("en");
  const { page } = mallory;
  // Each text is used once, each place gets several: all combinations would take a quarter of an hour.
  for (const [index, text] of corpus.entries()) {
    const path = injections[index % injections.length]?.(encodeURIComponent(text)) ?? "/";
    await page.goto(`${inject("app").site}/en${path}`);
    await page.locator("main").waitFor();
    await expectQuiet(page, path);
  }
  expect(mallory.complaints.filter(complaint => !known(complaint))).toEqual([]);
  await mallory.leave();
});

test("the page that says what is missing shows the path as text", async () => {
  const mallory = await wary("en");
  const path = "<img src=x onerror=hit()>";
  await mallory.page.goto(`${inject("app").site}/en/${encodeURIComponent(path)}`);
  await mallory.page.locator("main").waitFor();
  expect(await mallory.page.locator("main").innerText()).toMatch(/Page not found/i);
  await expectQuiet(mallory.page, path);
  await mallory.leave();
});

test("names that mallory chooses are shown as text, on the pages that show them", async () => {
  const mallory = await wary("en");
  const { page } = mallory;
  await mallory.register(`mallory-${Date.now()}@example.com`);
  const agent = "<img src=x onerror=hit()>Firefox/1";
  const body = JSON.stringify({ email: mallory.email, password: mallory.password });
  const { localApi } = inject("app");
  const headers = { "content-type": "application/json", "user-agent": agent };
  await fetch(`${localApi}/api/v2/auth/login/email/password`, { method: "POST", headers, body });
  await mallory.call("PUT", "/api/v1/fairness/client-seed", { client_seed: "mallory" });
  for (const path of ["/profile/access", "/profile", "/profile/history", "/profile/setting"]) {
    await mallory.go(path);
    await page.locator(".wallet").waitFor();
    await expectQuiet(page, path);
  }
  expect(mallory.complaints.filter(complaint => !known(complaint))).toEqual([]);
  await mallory.leave();
});

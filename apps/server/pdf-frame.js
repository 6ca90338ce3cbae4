/*
 * The page in which the back office shows a PDF. It is sandboxed, so its origin is opaque: no cookies, no storage, no
 * requests, and no access to the office. The office sends it the bytes; it draws the first pages and reports their number.
 */
const { AnnotationMode, getDocument } = globalThis.pdfjsLib;

const mostBytes = 8 * 1024 * 1024;
const mostPages = 20;
/** Maximum width of a page and maximum number of pixels, whatever size it declares. */
const widestPx = 1400;
const mostPixels = 4_000_000;

const say = message => parent.postMessage(message, "*");

async function show({ bytes, pageLabel }) {
  if (bytes.byteLength > mostBytes) return say({ type: "failed", why: "large" });
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Nothing may be fetched here: fonts, tables and decoders are embedded in the page.
    disableRange: true,
    disableStream: true,
    disableAutoFetch: true,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: 25_000_000,
    canvasMaxAreaInBytes: 4 * mostPixels,
    verbosity: 0,
  });
  const pdf = await task.promise;
  const total = pdf.numPages;
  const shown = Math.min(total, mostPages);
  for (let number = 1; number <= shown; number++) {
    await draw(await pdf.getPage(number), pageLabel.replace("{n}", number).replace("{total}", total));
    say({ type: "shown", pages: number, of: shown, total });
  }
}

async function draw(page, label) {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(2, widestPx / natural.width, Math.sqrt(mostPixels / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  document.body.append(canvas);
  // Annotations are drawn as images; there is no layer over the page, so no link and no field works.
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
  page.cleanup();
}

let isAsked = false;
addEventListener("message", ({ source, data }) => {
  if (source !== parent || isAsked || !(data?.bytes instanceof ArrayBuffer)) return;
  isAsked = true;
  show(data).catch(error => say({ type: "failed", why: error?.name === "PasswordException" ? "password" : "broken" }));
});
say({ type: "ready" });

/** What begins a quoted mail, in the programs and languages that our visitors write with. */
const forwarded =
  /^\s*(-{2,}\s*(original message|forwarded message|исходное сообщение|пересылаемое сообщение|бастапқы хабар(лама)?)\s*-{2,}|_{20,})\s*$/i;
const headerFrom = /^\s*\*?(from|от|кімнен|отправитель)\s*:\*?\s+\S/i;
const headerNext = /^\s*\*?(sent|date|to|subject|отправлено|дата|кому|тема|жіберілді|күні|кімге|тақырыбы)\s*:\*?\s+\S/i;
const quoted = /^\s*>/;
const signature = /^-- ?$/;

/** The writer's own words in a reply: without the mail it quotes and the signature below. */
export function replyText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const end = lines.findIndex((_line, index) => beginsQuote(lines, index));
  const own = (end === -1 ? lines : lines.slice(0, end)).join("\n").trim();
  if (own !== "") return own;
  // Written below the quote.
  return lines
    .filter((line, index) => !quoted.test(line) && !isAttribution(lines, index))
    .join("\n")
    .trim();
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  if (signature.test(line) || forwarded.test(line) || quoted.test(line)) return true;
  return isAttribution(lines, index) || (headerFrom.test(line) && headerNext.test(lines[index + 1] ?? ""));
}

/** "On … wrote:", on one line or two, above a quote. */
function isAttribution(lines: readonly string[], index: number): boolean {
  const [line = "", next = ""] = [lines[index], lines[index + 1]];
  if (line.trim() === "") return false;
  if (line.trimEnd().endsWith(":")) return isQuoteAfter(lines, index + 1);
  return next.trimEnd().endsWith(":") && /\d/.test(line) && isQuoteAfter(lines, index + 2);
}

function isQuoteAfter(lines: readonly string[], from: number): boolean {
  const first = lines.slice(from, from + 3).find(line => line.trim() !== "");
  return first !== undefined && quoted.test(first);
}

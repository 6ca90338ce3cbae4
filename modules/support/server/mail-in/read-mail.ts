import { simpleParser } from "mailparser";
import { longestMessage, mostLines } from "../../shared/message-text.ts";
import { replyText } from "./reply-text.ts";

/** Why a mail is not accepted: the reply code and text of SMTP. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly responseCode: number;
  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** Bytes of one mail: a file of 10 MiB in base64 fits. */
export const largestMail = 15 * 1024 * 1024;
/** Lines that may be boundaries of parts; a mail of a person has a dozen. */
const mostBoundaries = 400;
const mostFiles = 5;
const longestHtml = 200_000;

export interface ReadMail {
  readonly from: string | undefined;
  readonly messageId: string | undefined;
  /** Sent by a program: an absence notice, a list, a delivery report. Nothing is ever answered to it, and it says nothing. */
  readonly isAutomatic: boolean;
  /** The writer's own words, as text. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
}

/** Parses a mail. Throws {@link MailRefused} for one that is built to be expensive, or cannot be parsed. */
export async function readMail(raw: Buffer, returnPath: string): Promise<ReadMail> {
  if (countBoundaries(raw) > mostBoundaries) throw new MailRefused(554, "The message has too many parts");
  const mail = await simpleParser(raw, {
    skipTextToHtml: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: longestHtml,
  }).catch(() => {
    throw new MailRefused(554, "The message cannot be read");
  });
  const { text = "", headers, messageId } = mail;
  return {
    from: mail.from?.value[0]?.address,
    messageId,
    isAutomatic: returnPath === "" || isAutomatic(name => String(headers.get(name) ?? "")),
    text: shortened(replyText(text)),
    files: mail.attachments
      .filter(({ related }) => !related)
      .slice(0, mostFiles)
      .map(({ filename, content }) => ({ name: filename ?? "file", content })),
  };
}

/** RFC 3834, and what programs send that do not know it. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header("auto-submitted").toLowerCase();
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/\b(bulk|junk|list|auto_reply)\b/i.test(header("precedence"))) return true;
  // The parser gathers all `List-…` headers under `list`.
  return ["list", "x-autoreply", "x-autorespond", "x-loop"].some(name => header(name) !== "");
}

function countBoundaries(raw: Buffer): number {
  let count = 0;
  for (let at = raw.indexOf("\n--"); at !== -1 && count <= mostBoundaries; at = raw.indexOf("\n--", at + 3)) count++;
  return count;
}

/** What does not fit into a message is cut off. */
function shortened(text: string): string {
  return text.split("\n").slice(0, mostLines).join("\n").slice(0, longestMessage);
}

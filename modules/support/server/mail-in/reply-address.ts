import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Config } from "#kit/host/config.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";

/** Addresses that mails about a conversation are replied to: `support+{conversation}{code}@...`. */
export interface ReplyAddresses {
  readonly domain: string;
  /** For mails about this conversation to this address. */
  of(conversation: Uuid, email: string): string;
  /** What an address says; undefined if it is none of these. The code is not checked yet. */
  parse(address: string): { readonly conversation: Uuid; readonly code: string } | undefined;
  /** Whether the code is that of this conversation and address. */
  isCode(code: string, conversation: Uuid, email: string): boolean;
  /** Whether mail from this address is our own. */
  isOwn(address: string): boolean;
}

/** Bytes of the code: 80 bits cannot be guessed over SMTP. */
const codeBytes = 10;

/** Undefined without SUPPORT_ADDRESS: mails are not replied to then. */
export function createReplyAddresses(
  config: Pick<Config, "SUPPORT_ADDRESS" | "SECRET_KEY" | "MAIL_FROM">,
): ReplyAddresses | undefined {
  const { SUPPORT_ADDRESS: mailbox } = config;
  if (mailbox === undefined) return undefined;
  const [name = "", domain = ""] = mailbox.split("@");
  const root = required(parseHex(config.SECRET_KEY), "SECRET_KEY is not hexadecimal");
  const key = new Uint8Array(hkdfSync("sha256", root, new Uint8Array(0), "fairhouse support replies", 32));
  const codeOf = (conversation: Uuid, email: string) =>
    createHmac("sha256", key).update(`${conversation} ${email.toLowerCase()}`).digest().subarray(0, codeBytes);
  const pattern = new RegExp(`^${literal(name)}\\+([0-9a-f]{32})([0-9a-f]{${codeBytes * 2}})@${literal(domain)}$`, "i");
  const sender = /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM;
  return {
    domain,
    of: (conversation, email) =>
      `${name}+${conversation.replaceAll("-", "")}${codeOf(conversation, email).toString("hex")}@${domain}`,
    parse(address) {
      const [, id = "", code = ""] = pattern.exec(address) ?? [];
      const conversation = parseUuid(id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
      return conversation && { conversation, code: code.toLowerCase() };
    },
    isCode: (code, conversation, email) => timingSafeEqual(Buffer.from(code, "hex"), codeOf(conversation, email)),
    isOwn: address => [mailbox, sender.trim()].some(own => own.toLowerCase() === address.toLowerCase()),
  };
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import type { Captcha } from "#modules/captcha/server/index.ts";
import * as contract from "../shared/contract.ts";
import { filesClosed } from "../shared/errors.ts";
import { fileBytes } from "./attachments.ts";
import {
  type ConversationRow,
  changeConversation,
  conversationById,
  lastOf,
  lockOwn,
  type Visitor,
} from "./conversation-store.ts";
import type { HelpSearch } from "./help-search.ts";
import type { Inbox } from "./inbox.ts";
import { joinConversation } from "./join-conversation.ts";
import { freeOfCaptcha } from "./limits.ts";
import { mailTranscript, type TranscriptNeeds } from "./mail-transcript.ts";
import { earlierMessages, messageView } from "./message-store.ts";
import { rateConversation } from "./rate-conversation.ts";
import type { Visitors } from "./visitor.ts";
import { openConversation, type WriteNeeds, writeMessage } from "./write-message.ts";

export interface VisitorNeeds extends WriteNeeds, TranscriptNeeds {
  readonly visitors: Visitors;
  readonly inbox: Inbox;
  readonly captchaPort: Pick<Captcha, "requireAboveRate">;
  readonly help: HelpSearch;
  /** Whether guests at an address may send files. */
  readonly guestFiles: (address: string) => boolean;
}

const mostEarlier = 50;

type From = Pick<Call, "session" | "ip">;

/** The calls of the chat on the site. */
export function visitorHandlers(needs: VisitorNeeds): readonly Handler[] {
  const { host, visitors, inbox, board } = needs;
  const own = (call: Pick<Call, "session" | "cookies">): Visitor => visitors.of(call) ?? fail(notFound);
  const written = (
    { session, ip }: From,
    { key, text, page }: { key: string; text: string; page?: string | undefined },
  ) => ({
    key: idOf(key),
    text,
    page: page ?? null,
    subscriber: session ? null : subscriberOf(ip),
  });
  /** Before the file is read: no image is decoded for another visitor's conversation. */
  async function ownConversation(visitor: Visitor, id: Uuid): Promise<ConversationRow> {
    return host.db.tx(async tx => (await lockOwn(tx, visitor, id)) ?? fail(notFound));
  }
  /** A conversation that an operator has answered requires no captcha. */
  async function requireCaptcha({ session, ip }: From, row: ConversationRow | undefined, solution: string | undefined) {
    if (row?.firstAnswerAt && row.state !== "closed") return;
    const free = session ? freeOfCaptcha.player : freeOfCaptcha.guest;
    await needs.captchaPort.requireAboveRate("support", solution, ip, free);
  }

  const mayAttach = ({ session, ip }: From) => session !== null || needs.guestFiles(ip);

  return [
    handle(contract.readConversation, async call => {
      const visitor = visitors.of(call);
      const row = visitor ? await lastOf(host.db, visitor) : undefined;
      const [conversation, earlier, availability, guest] = await Promise.all([
        row ? board.viewOf(row) : null,
        visitor && row ? earlierMessages(host.db, visitor, row.id, mostEarlier) : [],
        inbox.view(),
        guestConversation(needs, call, row),
      ]);
      const data = {
        availability: { ...availability, attachments: mayAttach(call) },
        conversation,
        earlier: earlier.map(messageView),
        guest_conversation: guest,
      };
      return { data };
    }),
    handle(contract.openConversation, async call => {
      const { session, locale, input } = call;
      const { body } = input;
      const email = body.email ?? null;
      const known = visitors.of(call);
      const last = known ? await lastOf(host.db, known) : undefined;
      const isKnown = session !== null || (last !== undefined && last.state !== "closed");
      if (!isKnown && email === null && !(await inbox.view()).online)
        fail(validationFailed, { errors: { email: ["required"] } });
      await requireCaptcha(call, last, body.captcha);
      const visitor = visitors.ensure(call);
      const { topic = "other" } = body;
      const row = await openConversation(needs, { visitor, email, locale, topic }, written(call, body));
      return { data: await board.viewOf((await conversationById(host.db, row.id)) ?? row) };
    }),
    handle(contract.writeMessage, async call => {
      const { params, body } = call.input;
      const visitor = own(call);
      const row = await conversationById(host.db, idOf(params.id));
      await requireCaptcha(call, row, body.captcha);
      return { data: messageView(await writeMessage(needs, visitor, idOf(params.id), written(call, body))) };
    }),
    handle(contract.sendFile, async call => {
      const { params, body } = call.input;
      const visitor = own(call);
      if (!mayAttach(call)) fail(filesClosed);
      const id = idOf(params.id);
      const row = await ownConversation(visitor, id);
      await requireCaptcha(call, row, body.captcha);
      const file = await needs.attachments.accept(body.name, fileBytes(body.content));
      const message = await writeMessage(needs, visitor, id, { ...written(call, { ...body, text: "" }), file });
      return { data: messageView(message) };
    }),
    handle(contract.linkFile, async call => {
      const visitor = own(call);
      const id = idOf(call.input.params.id);
      return { data: { path: await host.db.tx(tx => needs.attachments.link(tx, id, visitor)) } };
    }),
    handle(contract.markRead, async call => {
      const { params, body } = call.input;
      await host.db.tx(async tx => {
        const row = (await lockOwn(tx, own(call), idOf(params.id))) ?? fail(notFound);
        const read = Math.min(body.number, row.lastNumber);
        if (read <= row.readByVisitor) return;
        await changeConversation(tx, row.id, { readByVisitor: read });
        await board.announce(tx, row, "progress");
      });
      return undefined;
    }),
    handle(contract.showTyping, async call => {
      await host.db.tx(async tx => {
        const row = (await lockOwn(tx, own(call), idOf(call.input.params.id))) ?? fail(notFound);
        await changeConversation(tx, row.id, { visitorTypedAt: new Date(host.clock.now()) });
      });
      return undefined;
    }),
    handle(contract.rateConversation, async call => {
      const { params, body } = call.input;
      await rateConversation(needs, own(call), idOf(params.id), body.solved, body.comment ?? "");
      return undefined;
    }),
    handle(contract.mailTranscript, async call => {
      const { params, body } = call.input;
      await mailTranscript(needs, own(call), idOf(params.id), body.email ?? null);
      return undefined;
    }),
    handle(contract.joinConversation, async call => {
      const guest = visitors.guestOf(call) ?? fail(notFound);
      await joinConversation(needs, guest, call.session.player, idOf(call.input.params.id));
      return undefined;
    }),
    handle(contract.searchHelp, async ({ input, locale }) => ({ data: [...needs.help.search(locale, input.query.q)] })),
  ];
}

/** A guest's conversation of this browser that the signed-in player may join: not closed, and they have none that is open. */
async function guestConversation(
  { host, visitors }: VisitorNeeds,
  call: Pick<Call, "session" | "cookies">,
  own: ConversationRow | undefined,
) {
  const guest = call.session && visitors.guestOf(call);
  if (!guest || (own && own.state !== "closed")) return null;
  const row = await lastOf(host.db, guest);
  return row && row.state !== "closed" ? row.id : null;
}

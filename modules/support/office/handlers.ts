import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Support } from "../server/index.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly support: Pick<Support, "inbox" | "answer">;
}

/** Messages to support. */
export function inboxHandlers(needs: Needs): readonly Handler[] {
  const { host, support } = needs;
  return [
    handle(contract.readInbox, async () => {
      const rows = await support.inbox(most);
      const named = await namesOf(
        needs,
        rows.flatMap(({ playerId }) => playerId ?? []),
      );
      return {
        data: rows.map(({ id, playerId, email, locale, page, text, writtenAt, answer, answeredAt }) => ({
          id,
          player: playerId && named(playerId),
          by_mail: email !== null,
          locale,
          page,
          text,
          answer,
          written_at: writtenAt.toISOString(),
          answered_at: answeredAt?.toISOString() ?? null,
        })),
      };
    }),
    act(host, contract.answerMessage, async (tx, { input: { params, body } }) => {
      const id = idOf(params.id);
      if (!(await support.answer(tx, id, body.text.trim()))) fail(notFound);
      return { answer: undefined, auditAction: { action: "support.answer", subject: `message:${id}` } };
    }),
  ];
}

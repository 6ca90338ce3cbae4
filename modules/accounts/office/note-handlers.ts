import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { type Accounts, type NoteRow, playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import { handlesIn, operatorHandle } from "../shared/mentions.ts";
import * as contract from "./contract.ts";

interface NoteNeeds {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly operators: Pick<Operators, "active">;
}

/** Notes on players, and who is mentioned in them. */
export function noteHandlers({ host, people, operators }: NoteNeeds): readonly Handler[] {
  return [
    act(host, contract.writeNote, async (tx, { operator, input: { params, body } }) => {
      const player = playerOf(params.id);
      if (!(await people.of([player], tx)).has(player)) fail(notFound);
      const text = body.text.trim();
      const handles = handlesIn(text);
      const mentioned = (handles.size === 0 ? [] : await operators.active(tx)).filter(
        ({ name, permissions }) => handles.has(operatorHandle(name)) && permissions.has("players.note"),
      );
      const note = await people.addNote(tx, player, {
        author: operator.name,
        text,
        mentioned: mentioned.map(({ id }) => id),
      });
      const names = mentioned.map(({ name }) => name);
      return {
        answer: { data: { ...noteView(note), mentioned: names } },
        auditAction: {
          action: "player.note",
          subject: `player:${player}`,
          after: { note: note.id, ...(names.length > 0 && { mentioned: names }) },
        },
      };
    }),
    act(host, contract.pinNote, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      const note = parseUuid(params.note) ?? fail(notFound);
      const isNew = (await people.pinNote(tx, { id: note, player }, body.pinned)) ?? fail(notFound);
      const entry = { action: "player.note_pin", subject: `player:${player}`, after: { note, pinned: body.pinned } };
      return { answer: undefined, auditAction: isNew ? entry : null };
    }),
    handle(contract.readMentions, async ({ operator, input: { query } }) => {
      const before = query.cursor === undefined ? null : parseUuid(query.cursor);
      if (before === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
      const limit = rowsOf(query);
      const rows = await people.mentions(operator.id, before, limit + 1);
      const players = await people.of(rows.map(({ player }) => player));
      const items = rows.map(({ id, player, author, text, writtenAt, doneAt }): contract.MentionView => {
        const { name = "", isTest = false } = players.get(player) ?? {};
        return {
          id,
          player: { id: player, name, test: isTest },
          author,
          text,
          written_at: writtenAt.toISOString(),
          done_at: doneAt?.toISOString() ?? null,
        };
      });
      return { data: pageFrom(items, limit, ({ id }) => id) };
    }),
    act(host, contract.closeMention, async (tx, { operator, input: { params } }) => {
      const player = await people.closeMention(tx, operator.id, params.id as Uuid);
      if (player === undefined) fail(notFound);
      const entry = { action: "player.mention_done", subject: `player:${player}`, after: { note: params.id } };
      return { answer: undefined, auditAction: player === null ? null : entry };
    }),
  ];
}

export function noteView({ id, author, text, writtenAt, pinnedAt }: NoteRow): contract.NoteView {
  return { id, author, text, written_at: writtenAt.toISOString(), pinned: pinnedAt !== null };
}

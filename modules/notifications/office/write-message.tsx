import { useId, useState } from "react";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useDialog } from "#modules/operators/office/parts/use-dialog.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  type MessageChannel,
  type MessagePurpose,
  messageChannels,
  messagePurposes,
} from "../shared/operator-messages.ts";
import { type OutlookView, previewMarketing, previewService, sendMarketing, sendService } from "./contract.ts";
import { noText, TextFields, type Texts, writtenIn } from "./text-fields.tsx";

interface WriteMessageProps {
  readonly players: readonly { readonly id: string; readonly name: string }[];
  onSent(): void;
}

const permissions = { service: "players.message", marketing: "players.market" } as const;

/** A button that opens a message to these players. Nothing for operators who may write to none. */
export function WriteMessage(props: WriteMessageProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const purposes = messagePurposes.filter(purpose => may(permissions[purpose]));
  const [first] = purposes;
  if (first === undefined) return null;
  return (
    <>
      <button type="button" className="btn s" onClick={() => setOpen(true)}>
        {t("player_messages.write")}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
      {open && (
        <MessageDialog
          {...props}
          purposes={purposes}
          first={first}
          onClose={() => setOpen(false)}
          onSent={reached => {
            setSaid(t("player_messages.sent", { n: count(reached) }));
            props.onSent();
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends Omit<WriteMessageProps, "onSent"> {
  readonly purposes: readonly MessagePurpose[];
  readonly first: MessagePurpose;
  onClose(): void;
  onSent(reached: number): void;
}

/** The text, then who would get it, then sending. */
function MessageDialog({ players, purposes, first, onClose, onSent }: DialogProps) {
  const { t } = useTranslation("office");
  const dialog = useDialog(onClose);
  const heading = useId();
  const [id] = useState(() => crypto.randomUUID());
  const [purpose, setPurpose] = useState(first);
  const [channels, setChannels] = useState<readonly MessageChannel[]>(["inbox"]);
  const [texts, setTexts] = useState<Texts>({});
  const [reason, setReason] = useState("");
  const [outlook, setOutlook] = useState<OutlookView>();
  const { busy, error, send } = useSending();
  const ids = players.map(player => player.id);
  const written = writtenIn(texts);

  async function preview(): Promise<void> {
    const body = { players: ids, channels: [...channels], languages: written };
    await send(async () => {
      const { data } = await call(purpose === "service" ? previewService : previewMarketing, { body });
      setOutlook(data);
    });
  }
  async function submit(): Promise<void> {
    const given = Object.fromEntries(written.map(locale => [locale, texts[locale] ?? noText]));
    const body = { id, players: ids, channels: [...channels], texts: given, reason: reason.trim() };
    const done = await send(async () => {
      const { data } = await call(purpose === "service" ? sendService : sendMarketing, { body });
      onSent(data.players);
    });
    if (done && dialog.current) onClose();
  }

  const [only] = players;
  const title =
    players.length === 1
      ? t("player_messages.to_one", { name: only?.name ?? "" })
      : t("player_messages.to_many", { n: count(players.length) });
  return (
    <dialog ref={dialog} className="dialog wide" aria-labelledby={heading}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault();
          void (outlook ? submit() : preview());
        }}
      >
        <h2 id={heading} className="display">
          {title}
        </h2>
        {outlook ? (
          <Preview outlook={outlook} chosen={players.length} texts={texts} written={written} />
        ) : (
          <>
            {purposes.length > 1 && (
              <Pick
                label={t("player_messages.purpose")}
                value={purpose}
                choices={purposes.map(each => [each, t(`player_messages.${each}`)] as const)}
                onPick={setPurpose}
              />
            )}
            <p className="muted">{t(`player_messages.${purpose}_text`)}</p>
            <Channels chosen={channels} onChoose={setChannels} />
            <TextFields texts={texts} onChange={setTexts} />
            <Reason value={reason} onChange={setReason} />
          </>
        )}
        <Refused why={error} />
        <div className="row end wrap">
          {outlook && (
            <button type="button" className="btn" onClick={() => setOutlook(undefined)}>
              {t("player_messages.edit")}
            </button>
          )}
          <button type="button" className="btn" onClick={onClose}>
            {t("cancel")}
          </button>
          <button
            type="submit"
            className="btn primary"
            aria-busy={busy}
            disabled={busy || channels.length === 0 || written.length === 0 || outlook?.players === 0}
          >
            {outlook ? t("player_messages.send", { n: count(outlook.players) }) : t("player_messages.preview")}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface ChannelsProps {
  readonly chosen: readonly MessageChannel[];
  onChoose(channels: readonly MessageChannel[]): void;
}

function Channels({ chosen, onChoose }: ChannelsProps) {
  const { t } = useTranslation("office");
  return (
    <fieldset className="field checks">
      <legend>{t("player_messages.channels")}</legend>
      {messageChannels.map(channel => (
        <label key={channel} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(channel)}
            onChange={({ target }) =>
              onChoose(messageChannels.filter(each => (each === channel ? target.checked : chosen.includes(each))))
            }
          />
          {t(`player_messages.channel.${channel}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Reason({ value, onChange }: { readonly value: string; onChange(reason: string): void }) {
  const { t } = useTranslation("office");
  const field = useId();
  return (
    <label className="field" htmlFor={field}>
      {t("reason")}
      <textarea
        id={field}
        required
        minLength={3}
        maxLength={500}
        rows={2}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface PreviewProps {
  readonly outlook: OutlookView;
  readonly chosen: number;
  readonly texts: Texts;
  readonly written: readonly Locale[];
}

/** Who gets it and why not the others, and the text as it is sent. */
function Preview({ outlook: { sends, left, players }, chosen, texts, written }: PreviewProps) {
  const { t } = useTranslation("office");
  const channelName = (channel: MessageChannel) => t(`player_messages.channel.${channel}`);
  return (
    <>
      <p role="status">
        {players === 0
          ? t("player_messages.none")
          : t("player_messages.chosen", { n: count(chosen), reached: count(players) })}
      </p>
      <ul className="preview">
        {sends.map(({ channel, now, later }) => (
          <li key={channel}>
            {t("player_messages.sends", { channel: channelName(channel), n: count(now) })}
            {later > 0 && (
              <>
                <br />
                {t("player_messages.sends_later", { channel: channelName(channel), n: count(later) })}
              </>
            )}
          </li>
        ))}
        {left.map(({ channel, why, players: n }) => (
          <li key={`${channel} ${why}`} className="muted">
            {t("player_messages.left", {
              channel: channelName(channel),
              n: count(n),
              why: t.find(`player_messages.why.${why}`) ?? why,
            })}
          </li>
        ))}
      </ul>
      {written.map(locale => (
        <article key={locale} lang={languageOf(locale)} className="sent-text">
          <b>{texts[locale]?.subject}</b>
          <p>{texts[locale]?.text}</p>
        </article>
      ))}
    </>
  );
}

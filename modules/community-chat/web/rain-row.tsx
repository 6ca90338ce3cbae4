import { CloudRain, Gift, ShieldCheck } from "lucide-react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { type ChatMessage, type ChatRain, collectRain, getRoom, type Standing } from "../shared/contract.ts";
import { leastStakedEuros } from "../shared/rain.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

interface RainRowProps {
  readonly rain: ChatRain;
  readonly you: Standing | null;
}

/** A rain: what is shared, how many take part, the time that is left, then what each got. */
export function RainRow({ rain, you }: RainRowProps) {
  const { t } = useTranslation("community-chat");
  const show = useShownMoney(rain.currency);
  const left = useSecondsLeft(rain.ends_at);
  const isOpen = rain.state === "open" && left > 0;
  return (
    <li className="talk-rain">
      <p className="talk-rain-head">
        <Icon of={CloudRain} size={18} />
        <b>{t("rain.title")}</b>
        <b className="num value">{show.money(rain.amount)}</b>
        {isOpen && (
          <span className="num talk-rain-time" role="timer">
            {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`}
          </span>
        )}
      </p>
      <p className="muted sm">
        {rain.state === "paid"
          ? rain.players === 0
            ? t("rain.nobody")
            : t("rain.paid", { count: show.count(rain.players), share: show.money(rain.share ?? "0") })
          : t("rain.joined", { count: show.count(rain.players) })}
      </p>
      {isOpen && <Collect rain={rain} you={you} />}
    </li>
  );
}

function Collect({ rain, you }: RainRowProps) {
  const { t } = useTranslation("community-chat");
  const show = useShownMoney("EUR");
  const { mutate } = useMutation(collectRain, { invalidates: [getRoom] });
  const { busy, submit } = useSubmit("community-chat");
  if (you === null) return <p className="muted sm">{t("rain.guest")}</p>;
  if (you.rains.includes(rain.id))
    return (
      <p className="good sm" role="status">
        {t("rain.in")}
      </p>
    );
  return (
    <>
      <Button
        variant="brass"
        size="s"
        busy={busy}
        onClick={() => void submit(async () => void (await mutate({ params: { id: rain.id } })))}
      >
        {t("rain.collect")}
      </Button>
      <details className="muted xs">
        <summary>{t("rain.rules")}</summary>
        {t("rain.rules_text", { sum: show.money(leastStakedEuros) })}
      </details>
    </>
  );
}

/** A tip by a host of the chat. */
export function TipRow({ tip }: { tip: NonNullable<ChatMessage["tip"]> }) {
  const { t } = useTranslation("community-chat");
  const show = useShownMoney(tip.currency);
  return (
    <li className="talk-row talk-tip">
      {tip.face ? (
        <PlayerAvatar of={tip.face.avatar} size={26} />
      ) : (
        <span className="talk-mask" aria-hidden="true">
          <Icon of={Gift} size={14} />
        </span>
      )}
      <p className="talk-text">
        {t("tip", { name: tip.face?.name ?? t("hidden_player"), sum: show.money(tip.amount) })}
      </p>
    </li>
  );
}

/** A message of the people who look after the room. */
export function ModeratorRow({ text }: { text: string }) {
  const { t } = useTranslation("community-chat");
  return (
    <li className="talk-row talk-moderator">
      <span className="talk-mask" aria-hidden="true">
        <Icon of={ShieldCheck} size={14} />
      </span>
      <div className="grow">
        <p className="talk-name">
          <b>{t("moderator")}</b>
        </p>
        <p className="talk-text">{text}</p>
      </div>
    </li>
  );
}

function useShownMoney(currency: string) {
  const language = languageOf(useLocale());
  return {
    money: (sum: string) => showMoney(parseDecimal(sum), currency as Currency, language, { brief: true }),
    count: (count: number) => showCount(count, language),
  };
}

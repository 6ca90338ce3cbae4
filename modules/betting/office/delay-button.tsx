import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { changeLiveDelay } from "./decision-contract.ts";
import { useDecision } from "./send.ts";

/** Seconds beside the live delay of the sport: more of them at once, fewer by a second person. */
export function DelayButton({ event, added }: { readonly event: string; readonly added: number }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const change = useDecision(changeLiveDelay);
  if (!may("betting.write")) return null;
  return (
    <Decide
      action={t("trading.delay")}
      title={t("trading.delay_title")}
      text={t("trading.delay_text")}
      asksReason
      onDecide={(reason, key, given) =>
        change.mutate({ params: { id: event }, body: { added_s: Number(given.get("added_s")), reason } }, { key })
      }
    >
      <label className="field">
        {t("trading.added_s")}
        <input name="added_s" type="number" min={0} max={60} required defaultValue={added} />
      </label>
    </Decide>
  );
}

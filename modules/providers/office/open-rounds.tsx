import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, shortId } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { decideProviderRound, readOpenAtProvider, readProviderRounds, readProviders } from "./contract.ts";

export function Rounds() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const rounds = useOfficeQuery(readProviderRounds, { query: { which: "open" } }, 15_000);
  return (
    <Panel title={t("providers.open_rounds")}>
      <Read of={rounds}>
        {({ data }) => (
          <Table
            name={t("providers.open_rounds")}
            head={[
              t("time"),
              t("providers.name"),
              t("providers.game"),
              t("approvals.fields.player"),
              `>${t("providers.stake")}`,
              `>${t("providers.win")}`,
              ">",
            ]}
            empty={t("providers.no_rounds")}
            rows={data.map(each => ({
              key: each.id,
              cells: [
                <Moment key="at" at={each.started_at} />,
                each.provider,
                each.game,
                each.player.name,
                each.from_bonus === "0"
                  ? `${each.stake} ${each.currency}`
                  : t("providers.stake_of_bonus", {
                      stake: each.stake,
                      currency: each.currency,
                      bonus: each.from_bonus,
                    }),
                `${each.win} ${each.currency}`,
                <span key="do">
                  <AtProvider provider={each.provider} player={each.player.id} />{" "}
                  {may("providers.write") && <DecideRound round={each.id} player={each.player.id} />}
                </span>,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

const decisions = ["pay", "void", "allow"] as const;

/** A round that its provider has left open, or whose win is above its cap: a second person approves how it ends. */
function DecideRound({ round, player }: { round: string; player: string }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("providers.decide_round")}
      title={t("providers.decide_round_title", { round: shortId(round) })}
      text={t("providers.decide_round_text")}
      asksReason
      onDecide={(reason, key, given) => {
        const decision = decisions.find(each => each === given.get("decision")) ?? "pay";
        const amount = decision === "void" ? "0" : sumOf(given, "amount");
        return call(decideProviderRound, { params: { id: round }, body: { player, decision, amount, reason } }, key);
      }}
    >
      <label className="field">
        {t("approvals.fields.decision")}
        <select name="decision">
          {decisions.map(decision => (
            <option key={decision} value={decision}>
              {t(`providers.decisions.${decision}`)}
            </option>
          ))}
        </select>
      </label>
      <SumField name="amount" label={t("approvals.fields.amount")} start="0" />
    </Decide>
  );
}

/** What the provider itself says is open for this player, asked when the button is pressed. */
function AtProvider({ provider, player }: { provider: string; player: string }) {
  const { t } = useTranslation("office");
  const [said, setSaid] = useState<string>();
  const { busy, error, send } = useSending();
  const ask = () =>
    send(async () => {
      const known = (await call(readProviders, {})).data.find(({ slug }) => slug === provider);
      if (!known) return;
      const { data } = await call(readOpenAtProvider, { params: { id: known.id }, query: { player } });
      const place = ({ here, there }: (typeof data)[number]) => (here && there ? "both" : here ? "here" : "there");
      setSaid(
        data.map(each => `${each.game} ${shortId(each.round)}: ${t(`providers.open_at.${place(each)}`)}`).join("; "),
      );
    });
  return (
    <>
      <button type="button" className="btn s" aria-busy={busy} disabled={busy} onClick={() => void ask()}>
        {t("providers.ask_open")}
      </button>
      {said !== undefined && <output className="change">{said === "" ? t("providers.open_at.none") : said}</output>}
      <Refused why={error} />
    </>
  );
}

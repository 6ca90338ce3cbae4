import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { factsLine } from "#modules/operators/office/parts/facts.ts";
import { Moment, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { ConnectProvider } from "./connect-provider.tsx";
import {
  changeProvider,
  closeProviderAlarm,
  decideProviderRound,
  makeProviderKey,
  readOpenAtProvider,
  readPots,
  readProviderGames,
  readProviderRounds,
  readProviders,
  readReconciliation,
  revokeProviderKey,
  seedPot,
} from "./contract.ts";
import { NewKey } from "./new-key.tsx";
import { ProviderGames } from "./provider-games.tsx";
import { ProviderSettings } from "./provider-settings.tsx";
import { TableChat } from "./table-chat.tsx";

/** Companies whose games take stakes from the wallet: their keys, their open rounds, and what differs from the books. */
export function ProvidersPage() {
  const { t } = useTranslation("office");
  return (
    <OfficePage title={t("pages.providers")}>
      <Connected />
      <Alarms />
      <Rounds />
      <Pots />
    </OfficePage>
  );
}

function Connected() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const providers = useOfficeQuery(readProviders, {}, 15_000);
  const mayWrite = may("providers.write");
  const [shown, setShown] = useState<string>();
  const opened = providers.data?.data.find(({ id }) => id === shown);
  return (
    <>
      <Panel title={t("providers.connected")} aside={mayWrite && <ConnectProvider onDone={providers.reload} />}>
        <Read of={providers}>
          {({ data }) => (
            <Table
              name={t("providers.connected")}
              head={[
                t("providers.name"),
                t("providers.address"),
                t("providers.keys"),
                t("providers.games"),
                t("players.state"),
                ">",
              ]}
              empty={t("providers.none")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <span key="name">
                    <b>{each.title}</b> <span className="muted mono">{each.number}</span>
                  </span>,
                  <span key="address" className="change mono">
                    {each.base_url} {each.addresses.join(" ")}
                  </span>,
                  <span key="keys" className="change mono">
                    {each.keys.map(id => (
                      <span key={id}>
                        {id}{" "}
                        {mayWrite && (
                          <Decide
                            action={t("providers.revoke")}
                            title={t("providers.revoke_title", { key: id })}
                            text={t("providers.revoke_text")}
                            dangerous
                            asksReason
                            onDecide={async (reason, key) => {
                              await call(
                                revokeProviderKey,
                                { params: { id: each.id, key: id }, body: { reason } },
                                key,
                              );
                              providers.reload();
                            }}
                          />
                        )}
                      </span>
                    ))}
                  </span>,
                  <button
                    key="games"
                    type="button"
                    className="btn s"
                    aria-expanded={shown === each.id}
                    onClick={() => setShown(shown === each.id ? undefined : each.id)}
                  >
                    {t("providers.games_count", {
                      on: String(each.games.filter(({ is_enabled }) => is_enabled).length),
                      all: String(each.games.length),
                    })}
                  </button>,
                  <Tag key="state" tone={each.is_on ? "good" : "bad"}>
                    {t(each.is_on ? "providers.on" : "providers.off")}
                  </Tag>,
                  mayWrite && (
                    <span key="do">
                      <Decide
                        action={t(each.is_on ? "providers.turn_off" : "providers.turn_on")}
                        title={t(each.is_on ? "providers.turn_off_title" : "providers.turn_on_title", {
                          name: each.title,
                        })}
                        text={t(each.is_on ? "providers.turn_off_text" : "providers.turn_on_text")}
                        dangerous={each.is_on}
                        asksReason
                        onDecide={async (reason, key) => {
                          const body = { is_on: !each.is_on, reason };
                          await call(changeProvider, { params: { id: each.id }, body }, key);
                          providers.reload();
                        }}
                      />{" "}
                      <ProviderSettings provider={each} onDone={providers.reload} />{" "}
                      {each.keys.length < 2 && (
                        <NewKey
                          name={each.title}
                          make={async reason => {
                            const { data } = await call(makeProviderKey, { params: { id: each.id }, body: { reason } });
                            providers.reload();
                            return data;
                          }}
                        />
                      )}{" "}
                      <Decide
                        action={t("providers.read_games")}
                        title={t("providers.read_games_title", { name: each.title })}
                        text={t("providers.read_games_text")}
                        asksReason
                        onDecide={async (reason, key) => {
                          await call(readProviderGames, { params: { id: each.id }, body: { reason } }, key);
                          providers.reload();
                        }}
                      />
                    </span>
                  ),
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      {opened && <ProviderGames key={opened.id} provider={opened} onDone={providers.reload} />}
      {opened && <TableChat key={`chat ${opened.id}`} provider={opened.id} />}
    </>
  );
}

function Alarms() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const looks = useOfficeQuery(readReconciliation, {}, 15_000);
  return (
    <Read of={looks}>
      {({ data }) => (
        <>
          <Panel title={t("providers.alarms")}>
            <Table
              name={t("providers.alarms")}
              head={[t("time"), t("providers.name"), t("players.kind"), t("coins.facts"), ">"]}
              empty={t("providers.no_alarms")}
              rows={data.alarms.map(alarm => ({
                key: alarm.id,
                cells: [
                  <Moment key="at" at={alarm.last_at} />,
                  alarm.provider,
                  <b key="kind" className="bad">
                    {t.in("providers.alarm", alarm.kind)} {alarm.count > 1 && `×${alarm.count}`}
                  </b>,
                  <span key="facts" className="change mono">
                    {factsLine(alarm.facts)}
                  </span>,
                  may("providers.write") && (
                    <Decide
                      key="do"
                      action={t("providers.close_alarm")}
                      title={t.in("providers.alarm", alarm.kind)}
                      text={t("providers.close_alarm_text")}
                      asksReason
                      onDecide={async (reason, key) => {
                        await call(closeProviderAlarm, { params: { id: alarm.id }, body: { reason } }, key);
                        looks.reload();
                      }}
                    />
                  ),
                ],
              }))}
            />
          </Panel>
          <Panel title={t("providers.reconciliation")}>
            <p className="note muted sm">
              {data.compared.map(({ provider, until }) => (
                <span key={provider}>
                  {provider}: <Moment at={until} />{" "}
                </span>
              ))}
            </p>
            <Table
              name={t("providers.reconciliation")}
              head={[
                t("time"),
                t("providers.name"),
                t("approvals.fields.player"),
                t("players.kind"),
                t("providers.ours"),
                t("providers.theirs"),
              ]}
              empty={t("providers.no_differences")}
              rows={data.differences.map(row => ({
                key: row.id,
                cells: [
                  <Moment key="at" at={row.found_at} />,
                  row.provider,
                  row.player.name,
                  <b key="kind" className="bad">
                    {t.in("providers.difference", row.kind)}
                  </b>,
                  <span key="ours" className="change mono">
                    {row.ours ? factsLine(row.ours) : "—"}
                  </span>,
                  <span key="theirs" className="change mono">
                    {row.theirs ? factsLine(row.theirs) : "—"}
                  </span>,
                ],
              }))}
            />
          </Panel>
        </>
      )}
    </Read>
  );
}

function Rounds() {
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

/** What the slots' jackpot holds; a second person approves what it begins with. */
function Pots() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const pots = useOfficeQuery(readPots, {}, 15_000);
  return (
    <Panel title={t("providers.pots")}>
      <Read of={pots}>
        {({ data }) => (
          <Table
            name={t("providers.pots")}
            head={[
              t("approvals.fields.currency"),
              `>${t("providers.pot_amount")}`,
              `>${t("providers.pot_reserve")}`,
              `>${t("providers.pot_owed")}`,
              `>${t("providers.pot_seed")}`,
              ">",
            ]}
            empty={t("providers.none")}
            rows={data.map(({ currency, amount, reserve, owed, seed }) => ({
              key: currency,
              cells: [
                currency,
                amount,
                reserve,
                owed,
                seed,
                may("providers.write") && <SeedPot key="do" currency={currency} seed={seed} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function SeedPot({ currency, seed }: { currency: string; seed: string }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("providers.seed_pot")}
      title={t("providers.seed_pot_title", { currency })}
      text={t("providers.seed_pot_text")}
      asksReason
      onDecide={(reason, key, given) =>
        call(seedPot, { params: { currency }, body: { amount: String(given.get("amount") ?? ""), reason } }, key)
      }
    >
      <label className="col">
        {t("providers.pot_seed")}, {currency}
        <input className="input" name="amount" inputMode="decimal" required defaultValue={seed} />
      </label>
    </Decide>
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
        const amount = decision === "void" ? "0" : String(given.get("amount") ?? "");
        return call(decideProviderRound, { params: { id: round }, body: { player, decision, amount, reason } }, key);
      }}
    >
      <label className="col">
        {t("approvals.fields.decision")}
        <select className="input" name="decision">
          {decisions.map(decision => (
            <option key={decision} value={decision}>
              {t(`providers.decisions.${decision}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="col">
        {t("approvals.fields.amount")}
        <input className="input" name="amount" inputMode="decimal" required defaultValue="0" />
      </label>
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

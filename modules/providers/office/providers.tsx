import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { Alarms } from "./alarms.tsx";
import { ConnectProvider } from "./connect-provider.tsx";
import {
  changeProvider,
  makeProviderKey,
  readPots,
  readProviderGames,
  readProviders,
  revokeProviderKey,
  seedPot,
} from "./contract.ts";
import { NewKey } from "./new-key.tsx";
import { Rounds } from "./open-rounds.tsx";
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
                  <span key="keys" className="change">
                    {each.keys.map(id => (
                      <span key={id} className="block">
                        <span className="mono">{id}</span>{" "}
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
                    <span key="do" className="row end">
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
                      />
                      <ProviderSettings provider={each} onDone={providers.reload} />
                      {each.keys.length < 2 && (
                        <NewKey
                          name={each.title}
                          make={async reason => {
                            const { data } = await call(makeProviderKey, { params: { id: each.id }, body: { reason } });
                            providers.reload();
                            return data;
                          }}
                        />
                      )}
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
                money(amount, currency),
                money(reserve, currency),
                money(owed, currency),
                money(seed, currency),
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
        call(seedPot, { params: { currency }, body: { amount: sumOf(given, "amount"), reason } }, key)
      }
    >
      <SumField name="amount" label={`${t("providers.pot_seed")}, ${currency}`} start={seed} />
    </Decide>
  );
}

import { useTranslation } from "#kit/web/texts.tsx";
import { readCampaigns as readFreeSpins } from "#modules/free-spins/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { closeWelcomePack, openWelcomePack, type PackView, readWelcomePacks } from "./contract.ts";
import { NewWelcomePack } from "./pack-form.tsx";

const tones: Readonly<Record<PackView["state"], Tone>> = {
  draft: "wait",
  open: "good",
  closed: "plain",
  stopped: "bad",
  over: "plain",
};

/** Welcome packs by version: steps, players and cost. */
export function WelcomePacksPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const packs = useOfficeQuery(readWelcomePacks, {}, 15_000);
  const spins = useOfficeQuery(readFreeSpins, {}, 60_000).data?.data.campaigns ?? [];
  const freeSpins = spins.filter(({ wins, state }) => wins === "bonus" && (state === "draft" || state === "open"));
  return (
    <OfficePage
      title={t("pages.packs")}
      aside={may("campaigns.write") && <NewWelcomePack freeSpins={freeSpins} onDone={packs.reload} />}
    >
      <Read of={packs}>
        {({ data }) =>
          data.length === 0 ? (
            <Panel>
              <p className="note muted">{t("packs.none")}</p>
            </Panel>
          ) : (
            data.map(pack => <Version key={pack.id} pack={pack} onDone={packs.reload} />)
          )
        }
      </Read>
    </OfficePage>
  );
}

function Version({ pack, onDone }: { readonly pack: PackView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { title, currency, version } = pack;
  const name = t("packs.version", { title, currency, version });
  return (
    <Panel title={name} aside={<Actions pack={pack} name={name} onDone={onDone} />}>
      <p className="row wrap note">
        <Tag tone={tones[pack.state]}>{t(`packs.states.${pack.state}`)}</Tag>
        <span>{t("packs.taken", { taken: count(pack.taken), players: count(pack.players) })}</span>
        <span>{t("packs.running", { running: count(pack.running), finished: count(pack.finished) })}</span>
        <span>{t("packs.cost", { sum: money(pack.cost_at_most, currency) })}</span>
        <span className="muted">
          {t("packs.ends")} <Moment at={pack.ends_at} />
        </span>
        <span className="muted">
          {pack.opened_by === null ? pack.created_by : `${pack.created_by} → ${pack.opened_by}`}
        </span>
      </p>
      <Table
        name={name}
        head={[
          t("packs.steps"),
          t("freeSpins.gives"),
          `>${t("bonuses.min_deposit")}`,
          `>${t("bonuses.hours")}`,
          `>${t("bonuses.claims")}`,
          `>${t("bonuses.released")}`,
        ]}
        empty={t("packs.none")}
        rows={pack.steps.map(each => ({
          key: `${each.step}`,
          cells: [
            each.step,
            each.rounds
              ? t("bonuses.of_free_spins", {
                  terms: t("freeSpins.terms", {
                    count: each.rounds.count,
                    stake: money(each.rounds.bet, currency),
                    game: each.rounds.game,
                  }),
                  wager: each.wager,
                })
              : t("bonuses.share", {
                  percent: each.percent ?? 0,
                  sum: money(each.max_amount, currency),
                  wager: each.wager,
                }),
            each.min_deposit === null ? "–" : money(each.min_deposit, currency),
            count(each.hours),
            count(each.claims),
            t("freeSpins.of", { part: money(each.released, currency), all: money(each.given, currency) }),
          ],
        }))}
      />
    </Panel>
  );
}

interface ActionsProps {
  readonly pack: PackView;
  readonly name: string;
  onDone(): void;
}

function Actions({ pack: { id, state, needs_approval: asks }, name, onDone }: ActionsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const end = (to: "closed" | "stopped") => async (reason: string, key: string) => {
    await call(closeWelcomePack, { params: { id }, body: { to, reason } }, key);
    onDone();
  };
  return (
    <span className="row">
      {state === "draft" && may("campaigns.start") && (
        <Decide
          action={t(asks ? "packs.ask_open" : "packs.open")}
          title={t("packs.open_title", { name })}
          text={t(asks ? "packs.ask_text" : "packs.open_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(openWelcomePack, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {state === "open" && may("campaigns.write") && (
        <Decide
          action={t("packs.close")}
          title={t("packs.close_title", { name })}
          text={t("packs.close_text")}
          asksReason
          onDecide={end("closed")}
        />
      )}
      {(state === "open" || state === "closed") && may("campaigns.write") && (
        <Decide
          action={t("packs.stop")}
          title={t("packs.stop_title", { name })}
          text={t("packs.stop_text")}
          dangerous
          asksReason
          onDecide={end("stopped")}
        />
      )}
    </span>
  );
}

import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  cancelTournament,
  cutPrize,
  disqualifyPlayer,
  type OfficeTournament,
  publishTournament,
  readTournamentPlaces,
  readTournaments,
} from "./contract.ts";
import { Disputes } from "./disputes.tsx";
import { Races } from "./races.tsx";
import { NewTournament } from "./tournament-form.tsx";

const tones: Readonly<Record<OfficeTournament["phase"], Tone>> = {
  draft: "wait",
  upcoming: "good",
  active: "good",
  counting: "wait",
  review: "wait",
  paid: "wait",
  finished: "plain",
  cancelled: "bad",
};

/** Tournaments: their terms, players, what the prizes cost, and who would get them. */
export function TournamentsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readTournaments, {}, 15_000);
  const [shown, setShown] = useState<OfficeTournament>();
  return (
    <OfficePage
      title={t("pages.tournaments")}
      aside={may("campaigns.write") && <NewTournament onDone={found.reload} />}
    >
      <Panel>
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("pages.tournaments")}
              head={[
                t("freeSpins.title"),
                t("players.state"),
                t("tournaments.scoring"),
                `>${t("tournaments.cost")}`,
                `>${t("tournaments.players")}`,
                t("tournaments.ends_at"),
                ">",
              ]}
              empty={t("tournaments.none")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <span key="title" className="named">
                    <b>{each.title}</b> <span className="muted">{each.created_by}</span>
                  </span>,
                  <Tag key="phase" tone={tones[each.phase]}>
                    {t(`tournaments.phases.${each.phase}`)}
                  </Tag>,
                  <span key="scoring" className="named">
                    {t(`tournaments.scorings.${each.scoring}`)}
                    <br />
                    <span className="muted">
                      {each.games.map(game => t.in("games", game)).join(", ") || t("tournaments.games_all")}
                    </span>
                  </span>,
                  money(each.prize_sum, each.currency),
                  count(each.players),
                  <span key="times" className="named">
                    <Moment at={each.starts_at} /> – <Moment at={each.ends_at} />
                  </span>,
                  <span key="do" className="row end">
                    <button type="button" className="btn s" onClick={() => setShown(each)}>
                      {t("tournaments.places")}
                    </button>
                    <Actions tournament={each} onDone={found.reload} />
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      {shown && <Places key={shown.id} tournament={shown} />}
      <Disputes />
      <Races />
    </OfficePage>
  );
}

function Actions({ tournament, onDone }: { tournament: OfficeTournament; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, title: name, phase, needs_approval } = tournament;
  if (!may("campaigns.start")) return null;
  return (
    <>
      {phase === "draft" && (
        <Decide
          action={t(needs_approval ? "tournaments.ask_publish" : "tournaments.publish")}
          title={t("tournaments.publish_title", { name })}
          text={t(needs_approval ? "tournaments.ask_text" : "tournaments.publish_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(publishTournament, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {(phase === "draft" || phase === "upcoming" || phase === "active" || phase === "counting") && (
        <Decide
          action={t("tournaments.cancel")}
          title={t("tournaments.cancel_title", { name })}
          text={t(phase === "draft" ? "tournaments.cancel_draft" : "tournaments.cancel_text")}
          dangerous
          asksReason
          onDecide={async (reason, key) => {
            await call(cancelTournament, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
    </>
  );
}

/** A second person approves what is left of the prize. */
function CutPrize({
  tournament: id,
  player,
  prize,
  currency,
  changed,
}: {
  readonly tournament: string;
  readonly player: { readonly id: string; readonly name: string };
  readonly prize: string;
  readonly currency: string;
  changed(): void;
}) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("tournaments.cut")}
      title={t("tournaments.cut_title", { name: player.name })}
      text={t("tournaments.cut_text", { prize: money(prize, currency) })}
      dangerous
      asksReason
      onDecide={async (reason, key, given) => {
        const body = { player: player.id, amount: sumOf(given, "amount"), reason };
        await call(cutPrize, { params: { id }, body }, key);
        changed();
      }}
    >
      <SumField name="amount" label={t("tournaments.cut_to")} start={prize} />
    </Decide>
  );
}

/** Who would get which prize by the places as they are now. */
function Places({ tournament: { id, title: name, currency, phase } }: { tournament: OfficeTournament }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const mayCut = may("campaigns.start") && phase === "review";
  const mayDisqualify = may("campaigns.start") && ["active", "counting", "review"].includes(phase);
  const found = useOfficeQuery(readTournamentPlaces, { params: { id } }, 5_000);
  return (
    <Panel title={t("tournaments.places_title", { name })}>
      <Read of={found}>
        {({ data }) => (
          <>
            <p className="note muted">
              {data.ranks_hash === null
                ? t("tournaments.live")
                : t("tournaments.final", { hash: data.ranks_hash.slice(0, 16) })}
            </p>
            <Table
              name={t("tournaments.places_title", { name })}
              head={[
                t("tournaments.place"),
                t("player"),
                `>${t("tournaments.score")}`,
                t("tournaments.reached"),
                `>${t("tournaments.prize")}`,
                ">",
              ]}
              empty={t("tournaments.no_places")}
              rows={data.places.map(({ place, player, score, reached_at, prize, cut_from }) => ({
                key: String(place),
                cells: [
                  String(place),
                  player.name,
                  score,
                  <Moment key="reached" at={reached_at} />,
                  prize === null ? (
                    "–"
                  ) : (
                    <span key="prize">
                      {cut_from !== null && <s className="muted">{money(cut_from, currency)}</s>}{" "}
                      {money(prize, currency)}
                    </span>
                  ),
                  <span key="do" className="row end">
                    {mayCut && prize !== null && (
                      <CutPrize
                        tournament={id}
                        player={player}
                        prize={prize}
                        currency={currency}
                        changed={found.reload}
                      />
                    )}
                    {mayDisqualify && (
                      <Decide
                        action={t("tournaments.disqualify")}
                        title={t("tournaments.disqualify_title", { name: player.name })}
                        text={t("tournaments.disqualify_text")}
                        dangerous
                        asksReason
                        onDecide={async (reason, key) => {
                          await call(disqualifyPlayer, { params: { id }, body: { player: player.id, reason } }, key);
                          found.reload();
                        }}
                      />
                    )}
                  </span>,
                ],
              }))}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}

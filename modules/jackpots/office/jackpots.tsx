import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type OfficeJackpot, readJackpots, startJackpot, switchJackpot } from "./contract.ts";
import { ChangeTerms, NewJackpot } from "./jackpot-form.tsx";

const tones: Readonly<Record<OfficeJackpot["state"], Tone>> = { draft: "wait", on: "good", off: "bad" };

/** Jackpots with their amounts and terms, and whether bets take part. */
export function JackpotsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readJackpots, {}, 5_000);
  return (
    <OfficePage title={t("pages.jackpots")} aside={may("campaigns.write") && <NewJackpot onDone={found.reload} />}>
      <Panel>
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("pages.jackpots")}
              head={[
                t("freeSpins.title"),
                `>${t("jackpots.amount")}`,
                `>${t("jackpots.reserve")}`,
                `>${t("jackpots.entries")}`,
                t("jackpots.terms"),
                t("players.state"),
                ">",
              ]}
              empty={t("jackpots.none")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <span key="title">
                    <b>{each.title}</b> <span className="muted">{each.created_by}</span>
                    <br />
                    <span className="muted">{t(`jackpots.kinds.${each.kind}`)}</span>
                  </span>,
                  each.current ? money(each.current.amount, each.currency) : "–",
                  money(each.reserve, each.currency),
                  count(each.entries),
                  <Terms key="terms" jackpot={each} />,
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`jackpots.states.${each.state}`)}
                  </Tag>,
                  <span key="do" className="row end">
                    <Actions jackpot={each} onDone={found.reload} />
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

/** Terms of the current pot and, if they differ, of the next one. */
function Terms({ jackpot }: { jackpot: OfficeJackpot }) {
  const { t } = useTranslation("office");
  const { currency, kind, current } = jackpot;
  const termsText = ({ bound, edge_share, games }: Pick<OfficeJackpot, "bound" | "edge_share" | "games">) =>
    t(`jackpots.terms_of.${kind}`, {
      bound: money(bound, currency),
      share: String(edge_share / 10),
      games: games.map(game => t.in("games", game)).join(", "),
    });
  const [now, next] = [termsText(current ?? jackpot), termsText(jackpot)];
  return (
    <span className="reason">
      {now}
      {next !== now && (
        <>
          <br />
          <span className="muted">{t("jackpots.next", { terms: next })}</span>
        </>
      )}
    </span>
  );
}

function Actions({ jackpot, onDone }: { jackpot: OfficeJackpot; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, title: name, state, seed, currency } = jackpot;
  if (!may("campaigns.start")) return null;
  const switchTo = (on: boolean) => async (reason: string, key: string) => {
    await call(switchJackpot, { params: { id }, body: { on, reason } }, key);
    onDone();
  };
  return (
    <>
      <ChangeTerms jackpot={jackpot} onDone={onDone} />
      {state === "draft" && (
        <Decide
          action={t("jackpots.start")}
          title={t("jackpots.start_title", { name })}
          text={t("jackpots.start_text", { seed: money(seed, currency) })}
          asksReason
          onDecide={async (reason, key) => {
            await call(startJackpot, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {state === "on" && (
        <Decide
          action={t("jackpots.off")}
          title={t("jackpots.off_title", { name })}
          text={t("jackpots.off_text")}
          dangerous
          asksReason
          onDecide={switchTo(false)}
        />
      )}
      {state === "off" && (
        <Decide
          action={t("jackpots.on")}
          title={t("jackpots.on_title", { name })}
          text={t("jackpots.on_text")}
          asksReason
          onDecide={switchTo(true)}
        />
      )}
    </>
  );
}

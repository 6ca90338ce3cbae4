import type { RouteOutput } from "#kit/contract/route.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Panel, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { readTradingEvents } from "./contract.ts";
import { HoldButtons } from "./hold-buttons.tsx";

type Producer = RouteOutput<typeof readTradingEvents>["data"]["producers"][number];

/** The streams of the odds provider: which of them take bets. */
export function ProducersPanel({ producers }: { readonly producers: readonly Producer[] }) {
  const { t } = useTranslation("office");
  const nameOf = (producer: string) => t.find(`trading.producers.${producer}`) ?? producer;
  return (
    <Panel title={t("trading.producers_title")}>
      <Table
        name={t("trading.producers_title")}
        head={[t("trading.producer"), t("players.state"), `>${t("trading.behind")}`, ">"]}
        empty={t("trading.no_producers")}
        rows={producers.map(({ producer, takes_bets, reason, since, silent_ms, hold }) => ({
          key: producer,
          cells: [
            <b key="name">{nameOf(producer)}</b>,
            <span key="state" title={since}>
              <Tag tone={takes_bets ? "good" : "bad"}>
                {takes_bets
                  ? t("trading.up")
                  : hold
                    ? t(`trading.holds.${hold}`)
                    : (t.find(`trading.down_reasons.${reason ?? "silence"}`) ?? t("trading.down"))}
              </Tag>
            </span>,
            silent_ms === null
              ? "—"
              : t("trading.seconds", { n: showDecimal((silent_ms / 1000).toFixed(1), pageLanguage()) }),
            <HoldButtons key="do" level="producer" id={producer} name={nameOf(producer)} hold={hold} />,
          ],
        }))}
      />
    </Panel>
  );
}

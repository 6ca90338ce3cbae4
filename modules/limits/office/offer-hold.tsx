import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readOfferHolds, setOfferHold } from "./contract.ts";

/** Whether anything is offered to the player, and the switch of it. */
export function OfferHold({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readOfferHolds, { params: { id } });
  return (
    <Panel title={t("offers.title")}>
      <Read of={found}>
        {({ data: { holds } }) => {
          const isHeld = holds.some(({ source }) => source === "operator");
          return (
            <div className="row wrap pad">
              <p className="grow">
                {holds.length === 0
                  ? t("offers.open")
                  : holds.map(({ source, since }) => (
                      <span key={source}>
                        {t(`offers.held_by.${source}`)} <Moment at={since} />{" "}
                      </span>
                    ))}
              </p>
              {may("players.offers") && (
                <Decide
                  action={t(isHeld ? "offers.lift" : "offers.hold")}
                  title={t(isHeld ? "offers.lift_title" : "offers.hold_title")}
                  text={t(isHeld ? "offers.lift_text" : "offers.hold_text")}
                  asksReason
                  onDecide={async reason => {
                    await call(setOfferHold, { params: { id }, body: { held: !isHeld, reason } });
                    found.reload();
                  }}
                />
              )}
            </div>
          );
        }}
      </Read>
    </Panel>
  );
}

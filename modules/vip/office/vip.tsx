import type { ReactNode } from "react";
import { type Locale, localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { answerVipRequest, readVipHosts, readVipRequests } from "#modules/vip/office/contract.ts";
import { HostField, VipHosts } from "./hosts.tsx";
import { VipTerms } from "./terms.tsx";

/** Requests to the VIP club, and the terms of the rewards. */
export function VipPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const requests = useOfficeQuery(readVipRequests, {}, 15_000);
  const hosts = useOfficeQuery(readVipHosts, {}, 60_000);
  const answer = (id: string, accept: boolean) => async (reason: string, _key: string, given: FormData) => {
    const texts = Object.fromEntries(locales.map(locale => [locale, String(given.get(locale) ?? "").trim()]));
    const host = String(given.get("host") ?? "");
    const body = { accept, reason, answer: texts as Record<Locale, string>, ...(host !== "" && { host }) };
    await call(answerVipRequest, { params: { id }, body });
    requests.reload();
  };
  return (
    <OfficePage title={t("pages.vip")}>
      <Panel>
        <Read of={requests}>
          {({ data }) => (
            <Table
              name={t("pages.vip")}
              head={[t("time"), t("player"), t("vip.request"), t("players.state"), ">"]}
              empty={t("vip.none")}
              rows={data.map(request => ({
                key: request.id,
                cells: [
                  <Moment key="at" at={request.created_at} />,
                  <PlayerLink key="player" player={request.player} />,
                  t(`vip.${request.request_type}`),
                  <Tag
                    key="state"
                    tone={request.status === "open" ? "wait" : request.status === "accepted" ? "good" : "plain"}
                  >
                    {t(`vip.${request.status}`)}
                  </Tag>,
                  request.status === "open" && may("vip.decide") ? (
                    <span key="do" className="row end">
                      <Decide
                        action={t("vip.accept")}
                        title={t("vip.accept_title", { name: request.player.name })}
                        asksReason
                        onDecide={answer(request.id, true)}
                      >
                        {request.request_type === "personal_host" && (
                          <HostField operators={hosts.data?.data.operators ?? []} />
                        )}
                        <AnswerFields />
                      </Decide>
                      <Decide
                        action={t("vip.decline")}
                        title={t("vip.decline_title", { name: request.player.name })}
                        asksReason
                        dangerous
                        onDecide={answer(request.id, false)}
                      >
                        <AnswerFields />
                      </Decide>
                    </span>
                  ) : (
                    (request.answered_by ?? "")
                  ),
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <VipHosts />
      <VipTerms />
    </OfficePage>
  );
}

/** The reply to the player, in each language. */
function AnswerFields(): ReactNode {
  const { t } = useTranslation("office");
  return locales.map(locale => (
    <label key={locale} className="field">
      {t("vip.answer", { language: localeName(locale) })}
      <textarea name={locale} required minLength={3} maxLength={500} rows={2} />
    </label>
  ));
}

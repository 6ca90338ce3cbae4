import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type PostbackView, readPostbacks, resendPostback } from "./contract.ts";

const states = ["waiting", "sent", "failed", "withheld"] as const;
const tones: Readonly<Record<PostbackView["state"], Tone>> = {
  waiting: "wait",
  sent: "good",
  failed: "bad",
  withheld: "plain",
};

/** Events that are sent to affiliates' networks. */
export function PostbacksPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  return (
    <OfficePage title={t("pages.postbacks")} aside={<SystemTabs />}>
      <Panel>
        <Postbacks key={filters.params.toString()} />
      </Panel>
    </OfficePage>
  );
}

function queryOf(filter: FilterOf) {
  const state = states.find(each => each === filter("state"));
  return { ...(state && { state }), limit: "100" };
}

function Postbacks() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { state } = queryOf(filters.get);
  const events = useList(
    readPostbacks,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  return (
    <OfficeList
      name="postbacks"
      title={t("pages.postbacks")}
      columns={usePostbackColumns(events.reload)}
      of={events}
      keyOf={({ id }) => id}
      labelOf={({ player }) => player.name}
      tools={
        <Pick
          label={t("players.state")}
          value={state ?? ""}
          choices={[["", t("postbacks.all")], ...states.map(each => [each, t(`postbacks.states.${each}`)] as const)]}
          onPick={picked => filters.set({ state: picked })}
        />
      }
      empty={t("postbacks.none")}
      onClear={state ? () => filters.set({ state: "" }) : undefined}
    />
  );
}

function usePostbackColumns(reload: () => void): readonly Column<PostbackView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    { id: "at", title: t("time"), fixed: true, cell: ({ happened_at }) => <Moment at={happened_at} /> },
    {
      id: "partner",
      title: t("postbacks.partner"),
      cell: ({ partner }) =>
        may("partners.read") ? (
          <Link className="link mono" to={`/partners/${partner}`}>
            {shortId(partner)}
          </Link>
        ) : (
          shortId(partner)
        ),
    },
    { id: "player", title: t("player"), cell: ({ player }) => <PlayerLink player={player} /> },
    { id: "event", title: t("history.event"), cell: ({ event }) => t.find(`postbacks.events.${event}`) ?? event },
    {
      id: "state",
      title: t("players.state"),
      fixed: true,
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`postbacks.states.${state}`)}</Tag>,
    },
    { id: "host", title: t("players.host"), cell: ({ host }) => host ?? "—" },
    { id: "tries", title: t("jobs.attempts"), right: true, cell: ({ tries }) => tries },
    {
      id: "outcome",
      title: t("timeline.result"),
      cell: ({ outcome }) => outcome && <span className="mono">{outcome}</span>,
    },
    { id: "next", title: t("jobs.next"), cell: ({ next_at }) => next_at !== null && <Moment at={next_at} /> },
    {
      id: "actions",
      title: "",
      fixed: true,
      cell: ({ id, state }) =>
        may("webhooks.replay") && (state === "failed" || state === "withheld") ? (
          <Decide
            action={t("postbacks.resend")}
            title={t("postbacks.resend_title")}
            text={t("postbacks.resend_text")}
            asksReason
            onDecide={async (reason, key) => {
              await call(resendPostback, { params: { id }, body: { reason } }, key);
              reload();
            }}
          />
        ) : null,
    },
  ];
}

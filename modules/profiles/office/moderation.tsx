import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { decideModeration, readModeration } from "#modules/profiles/office/contract.ts";
import { type RejectionReason, rejectionReasons } from "#modules/profiles/shared/contract.ts";

const tones = { in_review: "wait", approved: "good", rejected: "bad" } as const;

/** Names and pictures that players chose: those in review first. */
export function ModerationPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const given = useOfficeQuery(readModeration, {}, 15_000);
  const decide = async (
    id: string,
    body: { decision: "approved" | "rejected"; why?: RejectionReason; reason: string },
  ) => {
    await call(decideModeration, { params: { id }, body });
    given.reload();
  };
  return (
    <OfficePage title={t("pages.moderation")}>
      <Panel>
        <Read of={given}>
          {({ data }) => (
            <Table
              name={t("pages.moderation")}
              head={[t("moderation.given"), t("player"), t("moderation.subject"), t("players.state"), ">"]}
              empty={t("moderation.none")}
              rows={data.map(row => {
                const what =
                  row.subject === "name"
                    ? t("moderation.its_name", { name: row.name ?? "" })
                    : t("moderation.its_avatar", { name: row.player.name });
                const text =
                  row.subject === "name"
                    ? t("moderation.name_text", { former: row.former_name ?? "" })
                    : t("moderation.avatar_text");
                return {
                  key: row.id,
                  cells: [
                    <Moment key="at" at={row.given_at} />,
                    <PlayerLink key="player" player={row.player} />,
                    <What key="what" row={row} />,
                    <span key="state" className="row wrap">
                      <Tag tone={tones[row.state]}>{t(`moderation.${row.state}`)}</Tag>
                      {row.why && <span className="muted">{t(`moderation.reasons.${row.why}`)}</span>}
                    </span>,
                    row.open && may("moderation.decide") ? (
                      <span key="do" className="row end">
                        {row.state === "in_review" && (
                          <Decide
                            action={t("moderation.approve")}
                            title={t("moderation.approve_title", { what })}
                            asksReason
                            onDecide={reason => decide(row.id, { decision: "approved", reason })}
                          />
                        )}
                        <Decide
                          action={t("moderation.reject")}
                          title={t("moderation.reject_title", { what })}
                          text={text}
                          asksReason
                          dangerous
                          onDecide={(reason, _key, fields) =>
                            decide(row.id, { decision: "rejected", why: reasonIn(fields), reason })
                          }
                        >
                          <label className="field">
                            {t("moderation.why")}
                            <select name="why" required>
                              {rejectionReasons.map(why => (
                                <option key={why} value={why}>
                                  {t(`moderation.reasons.${why}`)}
                                </option>
                              ))}
                            </select>
                          </label>
                        </Decide>
                      </span>
                    ) : (
                      ""
                    ),
                  ],
                };
              })}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

function reasonIn(fields: FormData): RejectionReason {
  return rejectionReasons.find(why => why === fields.get("why")) ?? "other";
}

interface WhatProps {
  readonly row: {
    readonly subject: "name" | "avatar";
    readonly name: string | null;
    readonly former_name: string | null;
    readonly image: string | null;
  };
}

/** The name beside the one before it, or the picture at its stored size. */
function What({ row }: WhatProps) {
  const { t } = useTranslation("office");
  if (row.subject === "avatar")
    return row.image === null ? (
      t("moderation.avatar")
    ) : (
      <img className="upload" src={`data:image/webp;base64,${row.image}`} alt={t("moderation.picture")} />
    );
  return (
    <span className="row wrap">
      <b>{row.name}</b>
      <small className="muted">{t("moderation.now", { name: row.former_name ?? "" })}</small>
    </span>
  );
}

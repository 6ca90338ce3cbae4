import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { isSingle, keyPattern, kinds, longestKey, type openKinds } from "#modules/content/shared/kinds.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readContent } from "./contract.ts";

/** Texts of the site: what is shown, and what comes next. */
export function ContentPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readContent, {}, 15_000);
  return (
    <OfficePage title={t("pages.content")}>
      <Read of={found}>
        {({ data }) =>
          kinds.map(kind => (
            <Panel key={kind} title={t(`content.kinds.${kind}`)}>
              <Table
                name={t(`content.kinds.${kind}`)}
                head={[t("content.document"), t("content.live"), t("content.newest"), t("content.next")]}
                empty={t("content.none")}
                rows={data
                  .filter(each => each.kind === kind)
                  .map(each => ({
                    key: each.key,
                    cells: [
                      <span key="name" className="col">
                        <Link className="link" to={`/content/${kind}/${each.key}`}>
                          {isSingle(kind) ? t(`content.kinds.${kind}`) : each.title}
                        </Link>
                        <span className="faint sm mono">{each.key}</span>
                      </span>,
                      each.live === null ? (
                        <Tag key="live" tone="plain">
                          {t("content.not_shown")}
                        </Tag>
                      ) : (
                        t("content.version", { version: each.live })
                      ),
                      t("content.version", { version: each.newest }),
                      each.publish_at === null ? "–" : <Moment key="next" at={each.publish_at} />,
                    ],
                  }))}
              />
            </Panel>
          ))
        }
      </Read>
      {may("content.write") && <NewDocument />}
    </OfficePage>
  );
}

/** Leads to the page on which version 1 is written. */
function NewDocument() {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  const [kind, setKind] = useState<(typeof openKinds)[number]>("promo");
  return (
    <Panel title={t("content.new")}>
      <form
        className="form note"
        onSubmit={event => {
          event.preventDefault();
          const key = String(new FormData(event.currentTarget).get("key") ?? "");
          void navigate(`/content/${kind}/${key}`);
        }}
      >
        <div className="row wrap">
          <label className="field">
            {t("content.kind")}
            <select value={kind} onChange={event => setKind(event.target.value === "banner" ? "banner" : "promo")}>
              <option value="promo">{t("content.kinds.promo")}</option>
              <option value="banner">{t("content.kinds.banner")}</option>
            </select>
          </label>
          <label className="field grow">
            {t("content.key")}
            <input name="key" required pattern={keyPattern.source} maxLength={longestKey} autoComplete="off" />
          </label>
        </div>
        <div className="row end">
          <button type="submit" className="btn">
            {t("content.write")}
          </button>
        </div>
      </form>
    </Panel>
  );
}

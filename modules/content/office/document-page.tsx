import { useState } from "react";
import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { isFixed, isSingle, kinds } from "#modules/content/shared/kinds.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type DocumentView, readContent, readDocument, takeDownContent, type VersionView } from "./contract.ts";
import { VersionActions } from "./version-actions.tsx";
import { VersionForm } from "./version-form.tsx";
import { VersionTextsPanel } from "./version-texts.tsx";

const tones: Readonly<Record<VersionView["state"], Tone>> = {
  draft: "wait",
  scheduled: "info",
  published: "plain",
  withdrawn: "bad",
};

/** One text of the site: versions, what was shown when, and the next draft. */
export function DocumentPage() {
  const { t } = useTranslation("office");
  const { kind: given, key = "" } = useParams();
  const kind = kinds.find(each => each === given);
  const all = useOfficeQuery(readContent, {}, 15_000);
  if (!kind) return <OfficePage title={t("pages.content")}>{t("content.none")}</OfficePage>;
  const title = isSingle(kind) ? t(`content.kinds.${kind}`) : `${t(`content.kinds.${kind}`)}: ${key}`;
  return (
    <OfficePage
      title={title}
      aside={
        <Link className="btn s" to="/content">
          {t("content.all")}
        </Link>
      }
    >
      <Read of={all}>
        {({ data }) =>
          data.some(each => each.kind === kind && each.key === key) ? (
            <Known kind={kind} name={key} />
          ) : isFixed(kind) ? (
            <Panel>
              <p className="note muted">{t("content.none")}</p>
            </Panel>
          ) : (
            <VersionForm document={{ kind, key }} newest={0} start={null} onDone={all.reload} />
          )
        }
      </Read>
    </OfficePage>
  );
}

interface KnownProps {
  readonly kind: DocumentView["kind"];
  readonly name: string;
}

function Known({ kind, name }: KnownProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readDocument, { params: { kind, key: name } }, 10_000);
  const [shown, setShown] = useState<number>();
  const [writes, setWrites] = useState(false);
  return (
    <Read of={found}>
      {({ data }) => {
        const newest = data.versions[0]?.version ?? 0;
        return (
          <>
            <Panel
              title={t("content.versions")}
              aside={
                <span className="row">
                  {may("content.publish") && data.live !== null && !isFixed(kind) && (
                    <TakeDown document={data} onDone={found.reload} />
                  )}
                  {may("content.write") && (
                    <button type="button" className="btn s primary" onClick={() => setWrites(true)}>
                      {t("content.draft")}
                    </button>
                  )}
                </span>
              }
            >
              <Versions document={data} onShow={setShown} onDone={found.reload} />
            </Panel>
            {writes && (
              <VersionForm
                document={{ kind, key: name }}
                newest={newest}
                start={newest}
                onDone={() => {
                  setWrites(false);
                  found.reload();
                }}
              />
            )}
            {shown !== undefined && <VersionTextsPanel key={shown} document={data} version={shown} />}
            <Moves document={data} />
          </>
        );
      }}
    </Read>
  );
}

interface VersionsProps {
  readonly document: DocumentView;
  onShow(version: number): void;
  onDone(): void;
}

function Versions({ document, onShow, onDone }: VersionsProps) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("content.versions")}
      head={[t("content.document"), t("players.state"), t("content.summary"), t("content.by"), ">"]}
      empty={t("content.none")}
      rows={document.versions.map(version => ({
        key: `${version.version}`,
        cells: [
          <span key="version">
            <b>{t("content.version", { version: version.version })}</b>{" "}
            {version.material && <Tag tone="info">{t("content.material")}</Tag>}
          </span>,
          <span key="state" className="row wrap">
            {document.live === version.version ? (
              <Tag tone="good">{t("content.shown")}</Tag>
            ) : (
              <Tag tone={tones[version.state]}>{t(`content.states.${version.state}`)}</Tag>
            )}
            {version.state === "scheduled" && version.publish_at && <Moment at={version.publish_at} />}
          </span>,
          version.summary,
          <span key="by">
            {version.released_by === null ? version.author : `${version.author} → ${version.released_by}`}
            <br />
            <Moment at={version.published_at ?? version.created_at} />
          </span>,
          <span key="do" className="row end wrap">
            <button type="button" className="btn s" onClick={() => onShow(version.version)}>
              {t("content.read")}
            </button>
            <VersionActions document={document} version={version} onDone={onDone} />
          </span>,
        ],
      }))}
    />
  );
}

function TakeDown({ document, onDone }: { readonly document: DocumentView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { kind, key } = document;
  return (
    <Decide
      action={t("content.take_down")}
      title={t("content.take_down_title", { name: key })}
      text={t("content.take_down_text")}
      dangerous
      asksReason
      onDecide={async (reason, once) => {
        await call(takeDownContent, { params: { kind, key }, body: { reason } }, once);
        onDone();
      }}
    />
  );
}

function Moves({ document }: { readonly document: DocumentView }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("content.moves")}>
      <Table
        name={t("content.moves")}
        head={[t("content.when"), t("content.what"), t("content.shown_then"), t("content.by")]}
        empty={t("content.none")}
        rows={document.moves.map(({ number, at, how, to, by }) => ({
          key: `${number}`,
          cells: [
            <Moment key="at" at={at} />,
            t(`content.how.${how}`),
            to === null ? t("content.not_shown") : t("content.version", { version: to }),
            by,
          ],
        }))}
      />
    </Panel>
  );
}

import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { type DocumentView, releaseContent, restoreContent, type VersionView, withdrawContent } from "./contract.ts";

interface ActionsProps {
  readonly document: DocumentView;
  readonly version: VersionView;
  onDone(): void;
}

/** What an operator may do with a version in its state. */
export function VersionActions({ document, version, onDone }: ActionsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { kind, key } = document;
  const params = { kind, key, version: `${version.version}` };
  const values = { version: version.version, name: key };
  return (
    <>
      {version.state === "draft" && may("content.publish") && (
        <Release document={document} version={version} onDone={onDone} />
      )}
      {(version.state === "draft" || version.state === "scheduled") && may("content.write") && (
        <Decide
          action={t("content.withdraw")}
          title={t("content.withdraw_title", values)}
          text={t("content.withdraw_text")}
          dangerous
          asksReason
          onDecide={async (reason, once) => {
            await call(withdrawContent, { params, body: { reason } }, once);
            onDone();
          }}
        />
      )}
      {version.state === "published" && document.live !== version.version && may("content.publish") && (
        <Decide
          action={t("content.restore")}
          title={t("content.restore_title", values)}
          text={t("content.restore_text")}
          asksReason
          onDecide={async (reason, once) => {
            await call(restoreContent, { params, body: { reason } }, once);
            onDone();
          }}
        />
      )}
    </>
  );
}

function Release({ document, version, onDone }: ActionsProps) {
  const { t } = useTranslation("office");
  const [later, setLater] = useState(false);
  const { kind, key } = document;
  return (
    <Decide
      action={t(version.material ? "content.ask" : "content.publish")}
      title={t("content.publish_title", { version: version.version, name: key })}
      text={t(version.material ? "content.publish_material" : "content.publish_text")}
      asksReason
      onDecide={async (reason, once, given) => {
        const at = later ? instantOf(given, "at") : null;
        const params = { kind, key, version: `${version.version}` };
        await call(releaseContent, { params, body: { at, reason } }, once);
        onDone();
      }}
    >
      <label className="field">
        {t("content.when")}
        <select value={later ? "later" : "now"} onChange={event => setLater(event.target.value === "later")}>
          <option value="now">{t("content.now")}</option>
          <option value="later">{t("content.later")}</option>
        </select>
      </label>
      {later && <TimeField name="at" label={t("content.at")} />}
    </Decide>
  );
}

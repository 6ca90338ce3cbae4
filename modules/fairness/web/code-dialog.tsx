import { useEffect, useState } from "react";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

type CodeTab = "javascript" | "python" | "shell";

/** The verifiers that anyone may run elsewhere: the very files of the project, not copies of them. */
export function CodeDialog(props: { tab: CodeTab; id: string | null; apiOrigin: string; onClose(): void }) {
  const { t } = useTranslation("fairness");
  const [tab, setTab] = useState<CodeTab>(props.tab);
  const [files, setFiles] = useState<Readonly<Record<"javascript" | "python", string>>>({ javascript: "", python: "" });
  useEffect(() => {
    void Promise.all([
      import("../verifier/fairhouse-verify.mjs?raw"),
      import("../verifier/fairhouse_verify.py?raw"),
    ]).then(([javascript, python]) => setFiles({ javascript: javascript.default, python: python.default }));
  }, []);
  const text = tab === "shell" ? shell(props.apiOrigin, props.id) : files[tab];
  return (
    <Modal title={t("page.code")} closeText={t("close")} onClose={props.onClose} wide>
      <div className="col gap-3 vf-dialog">
        <div className="row spread">
          <Tabs<CodeTab>
            label={t("page.code")}
            value={tab}
            onChange={setTab}
            items={[
              { value: "javascript", text: t("page.javascript") },
              { value: "python", text: t("page.python") },
              { value: "shell", text: t("page.shell") },
            ]}
          />
          <CopyButton value={text} text={t("copy")} done={t("copied")} className="iconbtn s" />
        </div>
        {tab === "shell" && <p className="sm muted">{t("page.terminal_line")}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </div>
    </Modal>
  );
}

function shell(apiOrigin: string, id: string | null): string {
  const name = id ?? "crash-1";
  return [
    `npm run verify -- ${name} --api ${apiOrigin}`,
    "",
    "# the same with the independent verifier, Python's standard library only",
    `curl -s ${apiOrigin}/api/v1/rounds/${name} > round.json`,
    "python3 modules/fairness/verifier/fairhouse_verify.py round.json",
  ].join("\n");
}

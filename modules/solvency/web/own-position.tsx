import { useState } from "react";
import { Link } from "react-router";
import { nobleHashes } from "#kit/fair/noble.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import type { Translate } from "#kit/i18n/translate.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getOwnProof, type OwnProof } from "../shared/contract.ts";
import { checkPath, type PathCheck } from "../shared/tree.ts";

/** The player's own leaf in the publication; guests are asked to sign in. */
export function OwnPosition() {
  const { t } = useTranslation("solvency");
  const status = useSession(state => state.status);
  const link = useModalLink();
  return (
    <section className="card mine">
      <h2 className="display">{t("mine")}</h2>
      {status === "guest" ? (
        <>
          <p className="muted">{t("guest")}</p>
          <Link className={buttonClass({ variant: "primary" })} to={link("login")} preventScrollReset>
            {t("log_in")}
          </Link>
        </>
      ) : (
        <Proofs />
      )}
    </section>
  );
}

function Proofs() {
  const { t } = useTranslation("solvency");
  const { data: proofs, isError } = useQuery(getOwnProof, {});
  if (isError) return <p className="muted">{t("failed")}</p>;
  if (!proofs) return <Skeleton height={90} />;
  if (proofs.length === 0) return <p className="muted">{t("not_yet")}</p>;
  return proofs.map(proof => <Proof key={proof.publication.currency} of={proof} />);
}

/** The path from the leaf to the root, computed in the browser on request. */
function Proof({ of: proof }: { of: OwnProof }) {
  const { t } = useTranslation("solvency");
  const language = languageOf(useLocale());
  const [check, setCheck] = useState<PathCheck | null>(null);
  const { currency } = proof.leaf;
  const show = (sum: bigint) => showMoney(sum, currency as Currency, language);
  const [own, total] = [parseDecimal(proof.leaf.sum), parseDecimal(proof.publication.total)];
  return (
    <div className="proof">
      <div className="row spread">
        <b className="display">{show(own)}</b>
        {check === null && (
          <Button variant="secondary" onClick={() => setCheck(checkProof(proof))}>
            {t("check")}
          </Button>
        )}
      </div>
      {check && (
        <div role="status" className={check.right ? "verdict" : "verdict note warn"}>
          {check.right && <Seal of={proof.publication.root} size={64} drawn middle="checked" />}
          <div>
            <b>{t(check.right ? "right" : "wrong")}</b>
            <p className="sm muted">
              {check.right
                ? t("right_text", { sum: show(own), total: show(total), steps: `${check.nodes.length - 1}` })
                : t("wrong_text")}
            </p>
          </div>
        </div>
      )}
      {check && (
        <ol className="way">
          {check.nodes.map((node, i) => (
            <li key={node.hash}>
              <span className="sm muted">{i === 0 ? t("leaf") : stepText(t, proof.path[i - 1]?.side)}</span>
              <code className="ellipsis" title={node.hash}>
                {node.hash}
              </code>
              <span className="num sm">{show(node.sum)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function stepText(t: Translate<"solvency">, side: "left" | "right" | undefined): string {
  return t("step", { side: t(side === "left" ? "left" : "right_side") });
}

function checkProof({ leaf, path, publication }: OwnProof): PathCheck {
  return checkPath(
    nobleHashes,
    { ...leaf, sum: parseDecimal(leaf.sum) },
    path.map(step => ({ ...step, sum: parseDecimal(step.sum) })),
    { hash: publication.root, sum: parseDecimal(publication.total) },
  );
}

import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { createPartnerLink, getPartner, type PartnerFigures, type PartnerView } from "../shared/contract.ts";
import { useOrigin } from "./use-origin.ts";
import type { Shown } from "./use-shown.ts";

interface LinksProps {
  readonly partner: PartnerView;
  readonly figures: PartnerFigures | undefined;
  readonly shown: Shown;
  readonly isActive: boolean;
}

/** Links with what each brought in the month, and a form for another one. */
export function LinksCard({ partner, figures, shown, isActive }: LinksProps) {
  const { t } = useTranslation("partners");
  const [isAdding, setIsAdding] = useState(false);
  const origin = useOrigin();
  const of = (stag: string) => figures?.links.find(each => each.stag === stag);
  const addressOf = ({ path, stag }: { path: string; stag: string }) =>
    `${origin}${path}?partner=${partner.code}&stag=${stag}`;
  const rest = figures?.links.filter(({ stag }) => !partner.links.some(link => link.stag === stag)) ?? [];
  return (
    <section className="card partners-card" aria-label={t("links.title")}>
      <div className="partners-head">
        <h2>{t("links.title")}</h2>
        {isActive && (
          <Button size="s" onClick={() => setIsAdding(!isAdding)} aria-expanded={isAdding}>
            {t("links.new")}
          </Button>
        )}
      </div>
      {isAdding && <LinkForm onAdded={() => setIsAdding(false)} />}
      {partner.links.length === 0 && <p className="muted sm">{t("links.none")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="partners-scroll" tabIndex={0} aria-label={t("links.table")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("links.link")}</th>
              {(["clicks", "registrations", "first_deposits", "commission"] as const).map(key => (
                <th key={key} scope="col" className="r">
                  {t(`figures.${key}`)}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">{t("links.copy")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {partner.links.map(link => (
              <LinkRow key={link.id} name={link.name} stag={link.stag} of={of(link.stag)} shown={shown}>
                <CopyButton
                  value={addressOf(link)}
                  text={`${t("links.copy")}: ${link.name}`}
                  done={t("links.copied")}
                />
              </LinkRow>
            ))}
            {rest.map(({ stag }) => (
              <LinkRow
                key={`stag ${stag}`}
                name={stag === "" ? t("links.without") : t("links.other")}
                stag={stag}
                of={of(stag)}
                shown={shown}
              />
            ))}
          </tbody>
        </table>
      </section>
      {figures && <Placements placements={figures.placements} shown={shown} />}
    </section>
  );
}

/** What each ad placement brought, where links name any. */
function Placements({ placements, shown }: { placements: PartnerFigures["placements"]; shown: Shown }) {
  const { t } = useTranslation("partners");
  if (placements.every(({ adplace }) => adplace === "")) return null;
  return (
    <details>
      <summary className="sm">{t("placements.title")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="partners-scroll" tabIndex={0} aria-label={t("placements.table")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("placements.placement")}</th>
              {(["registrations", "first_deposits", "net_revenue", "commission"] as const).map(key => (
                <th key={key} scope="col" className="r">
                  {t(`figures.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placements.map(each => (
              <tr key={each.adplace}>
                <th scope="row">{each.adplace === "" ? t("placements.without") : <code>{each.adplace}</code>}</th>
                <td className="r num">{shown.count(each.registrations)}</td>
                <td className="r num">{shown.count(each.first_deposits)}</td>
                <td className="r num">{shown.money(each.net_revenue)}</td>
                <td className="r num">{shown.money(each.commission)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

interface RowProps {
  readonly name: string;
  readonly stag: string;
  readonly of: PartnerFigures["links"][number] | undefined;
  readonly shown: Shown;
  readonly children?: React.ReactNode;
}

function LinkRow({ name, stag, of, shown, children }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {name} {stag !== "" && <code className="muted">stag={stag}</code>}
      </th>
      <td className="r num">{shown.count(of?.clicks ?? 0)}</td>
      <td className="r num">{shown.count(of?.registrations ?? 0)}</td>
      <td className="r num">{shown.count(of?.first_deposits ?? 0)}</td>
      <td className="r num">{shown.money(of?.commission ?? null)}</td>
      <td className="r">{children}</td>
    </tr>
  );
}

function LinkForm({ onAdded }: { onAdded(): void }) {
  const { t } = useTranslation("partners");
  const { mutate } = useMutation(createPartnerLink, { invalidates: [getPartner] });
  const { busy, errors, submit } = useSubmit("partners", { perField: true });
  const [given, setGiven] = useState({ name: "", stag: "", path: "/" });
  const set = (name: keyof typeof given) => (event: { target: { value: string } }) =>
    setGiven({ ...given, [name]: event.target.value });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await mutate({ body: given });
      onAdded();
    });
  };
  return (
    <form className="partners-form in-row" onSubmit={onSubmit}>
      <Input
        label={t("links.name")}
        value={given.name}
        onChange={set("name")}
        error={errors.name}
        required
        maxLength={60}
      />
      <Input
        label={t("links.stag")}
        value={given.stag}
        onChange={set("stag")}
        error={errors.stag}
        required
        maxLength={40}
        autoCapitalize="off"
        spellCheck={false}
      />
      <Input
        label={t("links.path")}
        value={given.path}
        onChange={set("path")}
        error={errors.path}
        required
        maxLength={200}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t("links.add")}
      </Button>
    </form>
  );
}

import geologica from "#kit/ui/fonts/OFL-Geologica.txt?url";
import jetbrains from "#kit/ui/fonts/OFL-JetBrainsMono.txt?url";
import onest from "#kit/ui/fonts/OFL-Onest.txt?url";
import piazzolla from "#kit/ui/fonts/OFL-Piazzolla.txt?url";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export const handle = { texts: ["pages"] };

const fonts = [
  { name: "Piazzolla", url: piazzolla },
  { name: "Onest", url: onest },
  { name: "JetBrains Mono", url: jetbrains },
  { name: "Geologica", url: geologica },
];

/** Credits and licences of fonts, icons, flags and drawings. */
export default function LicencesPage() {
  const { t } = useTranslation("lobby", "pages");
  return (
    <article className="prose">
      <PageHead title={t("menu.licences")} description={t("pages:licences.intro")} />
      <h1>{t("menu.licences")}</h1>
      <p>{t("pages:licences.intro")}</p>
      <h2>{t("pages:licences.fonts")}</h2>
      <ul>
        {fonts.map(font => (
          <li key={font.name}>
            <a href={font.url} lang="en">
              {font.name}, SIL Open Font License 1.1
            </a>
          </li>
        ))}
      </ul>
      <h2>{t("pages:licences.icons")}</h2>
      <ul>
        <li>
          <a href="https://lucide.dev/license" lang="en">
            Lucide, ISC
          </a>
        </li>
        <li>
          <a href="https://github.com/HatScripts/circle-flags" lang="en">
            circle-flags, MIT
          </a>
        </li>
      </ul>
      <h2>{t("pages:licences.drawings")}</h2>
      <p>{t("pages:licences.own")}</p>
    </article>
  );
}

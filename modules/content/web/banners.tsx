import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownBanner } from "../shared/contract.ts";
import { bannerOf } from "../shared/documents.ts";
import { Blocks } from "./blocks.tsx";
import { PreviewNote } from "./preview-note.tsx";

interface BannersProps {
  readonly of: readonly ShownBanner[];
}

/** The banners of a page; nothing without any, and then no texts are loaded. */
export function Banners({ of }: BannersProps) {
  return of.length > 0 && <BannerList of={of} />;
}

function BannerList({ of }: BannersProps) {
  const { t } = useTranslation("content");
  return (
    <section className="promo-banners" aria-label={t("banners")}>
      {of.map(banner => (
        <Banner key={banner.key} banner={banner} />
      ))}
    </section>
  );
}

function Banner({ banner }: { readonly banner: ShownBanner }) {
  const href = useHref();
  const { title, text, link } = bannerOf(banner.text);
  const linkClass = buttonClass({ variant: "secondary", size: "s" });
  return (
    <div className="card promo-banner" lang={languageOf(banner.language)}>
      <div>
        <PreviewNote of={banner} />
        <h2 className="display">{title}</h2>
        <Blocks of={text} />
      </div>
      {link.to.startsWith("/") ? (
        <Link className={linkClass} to={href(link.to)}>
          {link.text}
        </Link>
      ) : (
        <a className={linkClass} href={link.to} target="_blank" rel="noreferrer">
          {link.text}
        </a>
      )}
    </div>
  );
}

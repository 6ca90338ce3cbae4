import sheet from "virtual:art/hero";
import type { ReactNode } from "react";
import { PageHead } from "#kit/web/page-head.tsx";
import "./auth.css";

/** A page that is one card on the felt, with the band engraving behind it. */
export function OneCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="one-page">
      <PageHead title={title} noIndex />
      <img className="band" src={`${sheet}#band`} alt="" width={800} height={318} />
      <div className="card one-card">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Panel } from "./office-page.tsx";

test("a panel's buttons stand beside its heading, so that the heading is the title alone", () => {
  const html = renderToStaticMarkup(
    <Panel title="Notes" aside={<button type="button">Add</button>}>
      none
    </Panel>,
  );
  expect(html).toMatch(/<h2[^>]*>Notes<\/h2>/);
  expect(html).toContain('<button type="button">Add</button>');
});

/** A PAR sheet as a page of its own, which casinos link to. It reads what `parPage` prints: headings, tables, strips, paragraphs. */
export function parDocument(sheet: string): string {
  const blocks = sheet.trim().split(/\n\n+/);
  const title = (blocks[0] ?? "").replace(/^# /, "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${blocks.map(blockOf).join("\n")}
</body>
</html>
`;
}

function blockOf(block: string): string {
  const heading = /^(#+) (.*)$/.exec(block);
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? "")}</h${heading[1]?.length}>`;
  if (block.startsWith("```")) return `<pre>${escaped(block.replace(/^```\n|\n```$/g, ""))}</pre>`;
  return block.startsWith("|") ? tableOf(block.split("\n")) : `<p>${inline(block)}</p>`;
}

/** Its second line separates the head from the rows; a head without names is left out. */
function tableOf([head = "", , ...body]: readonly string[]): string {
  const cells = (line: string, tag: string) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map(cell => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join("");
  const names = /[^\s|]/.test(head) ? `<thead><tr>${cells(head, "th")}</tr></thead>` : "";
  const rows = body.map(line => `<tr>${cells(line, "td")}</tr>`).join("");
  return `<div><table>${names}<tbody>${rows}</tbody></table></div>`;
}

const inline = (text: string): string => escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const style = `
body{font:16px/1.55 system-ui,sans-serif;max-width:860px;margin:0 auto;padding:20px 16px 60px;color:#1b2420;background:#fbf8f0}
h1{font-size:28px}h2{font-size:20px;margin-top:36px}
div{overflow-x:auto}table{border-collapse:collapse}th,td{padding:6px 14px 6px 0;text-align:left;border-bottom:1px solid #d9d2c0;font-variant-numeric:tabular-nums}
pre{overflow-x:auto;padding:12px;background:#f0ebdd;border-radius:6px}code{background:#f0ebdd;padding:1px 4px;border-radius:4px}
`;

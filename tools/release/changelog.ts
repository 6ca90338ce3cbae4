const heading = "## Unreleased\n";

/** The entries under Unreleased. */
export function unreleased(changelog: string): string {
  const begin = changelog.indexOf(heading);
  if (begin < 0) throw new Error("CHANGELOG.md has no section Unreleased.");
  const rest = changelog.slice(begin + heading.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** The section becomes that of a version, and an empty one stands above it. */
export function released(changelog: string, version: string, day: string): string {
  if (unreleased(changelog) === "") throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return changelog.replace(heading, `${heading}\n## ${version} - ${day}\n`);
}

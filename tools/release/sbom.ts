interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>;
}

export interface Component {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly scope: "required" | "optional";
  readonly purl: string;
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
}

/** CycloneDX 1.6 of what is installed in production, from the lockfile: the same lockfile gives the same bytes. */
export function sbomOf(lock: string, { name, version }: { readonly name: string; readonly version: string }) {
  const { packages } = JSON.parse(lock) as Lockfile;
  const root = `pkg:npm/${name}@${version}`;
  const components = new Map<string, Component>();
  for (const [path, locked] of Object.entries(packages)) {
    if (path === "" || locked.dev) continue;
    const component = componentOf(path, locked);
    components.set(component.purl, component);
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": root, name, version, purl: root } },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

function componentOf(path: string, { version = "", integrity = "", license = "", optional }: Locked): Component {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const sha512 = Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: optional ? "optional" : "required",
    purl,
    hashes: [{ alg: "SHA-512", content: sha512 }],
    licenses: license === "" ? [] : [{ expression: license }],
  };
}

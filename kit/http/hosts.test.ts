import { expect, test } from "vitest";
import { createHosts } from "./hosts.ts";

const config = { HOST: "casino.example", PORT: 3000, TRUSTED_PROXIES: ["10.0.0.1"], ALLOW_INSECURE_COOKIES: false };
const isMirror = (name: string) => ["mirror.example", "www.named.example"].includes(name);
const hosts = createHosts(config, 3000, isMirror);

test.each([
  ["casino.example", "https://api.casino.example"],
  ["www.casino.example", "https://api.casino.example"],
  ["WWW.Casino.example:443", "https://api.casino.example"],
  ["mirror.example", "https://api.mirror.example"],
  ["www.mirror.example", "https://api.mirror.example"],
  ["localhost:3000", "https://api.casino.example"],
  ["evil.example", "https://api.casino.example"],
])("a page at %s calls %s", (host, api) => {
  expect(hosts.apiOriginFor(host, 3001)).toBe(api);
});

test("the configured base address is used in development only", () => {
  const base = "http://api.elsewhere.example:4000";
  const of = (MODE: "development" | "production") => createHosts({ ...config, MODE, API_BASE: base }, 3000, isMirror);
  expect(of("development").apiOriginFor("casino.example", 3001)).toBe(base);
  expect(of("production").apiOriginFor("casino.example", 3001)).toBe("https://api.casino.example");
});

test.each([
  ["www.casino.example", "https://casino.example"],
  ["www.mirror.example", "https://mirror.example"],
  ["casino.example", null],
  ["api.casino.example", null],
  // Registered with its www, it is used as registered.
  ["www.named.example", null],
  ["www.evil.example", null],
  ["www.api.casino.example", null],
])("pages of %s stand at %s", (host, home) => {
  expect(hosts.homeOf(host)).toBe(home);
});

test.each(["localhost", "127.0.0.1", "[::1]", "api.localhost", "office.localhost", "office.localhost:3000"])(
  "a server on the network does not answer as %s",
  name => {
    expect(hosts.hostRoleOf(name, false)).toBe("none");
  },
);

test("the second port is the API for local programs, and never the office", () => {
  expect(hosts.hostRoleOf("127.0.0.1:3001", true)).toBe("api");
  expect(hosts.hostRoleOf("127.0.0.11:3001", true)).toBe("api");
  expect(hosts.hostRoleOf("127.0.0.11.evil.example:3001", true)).toBe("none");
  expect(hosts.hostRoleOf("127.0.0.11:3000", false)).toBe("none");
  expect(hosts.hostRoleOf("office.localhost:3001", true)).toBe("none");
});

test("a local server responds on local names", () => {
  const here = createHosts({ ...config, HOST: "fairhouse.localhost:3000", TRUSTED_PROXIES: [] }, 3000, isMirror);
  expect(here.hostRoleOf("localhost:3000", false)).toBe("site");
  expect(here.hostRoleOf("api.localhost:3000", false)).toBe("api");
  expect(here.hostRoleOf("office.localhost:3000", false)).toBe("office");
  expect(here.apiOriginFor("localhost:3000", 3001)).toBe("http://localhost:3001");
});

test.each([
  ["casino.example", "https://files.casino.example"],
  ["mirror.example", "https://files.mirror.example"],
  ["office.casino.example", "https://files.casino.example"],
  ["evil.example", "https://files.casino.example"],
])("files for a page at %s are at %s, which is neither site nor API", (host, files) => {
  expect(hosts.filesOriginFor(host)).toBe(files);
  expect(hosts.hostRoleOf(new URL(files).host, false)).toBe("files");
  expect(hosts.hostRoleOf(new URL(files).host, true)).toBe("files");
});

test("files of a name that is not registered are nowhere", () => {
  for (const name of ["files.evil.example", "files.localhost", "files.files.casino.example"])
    expect(hosts.hostRoleOf(name, false)).toBe("none");
});

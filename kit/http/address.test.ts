import { describe, expect, test } from "vitest";
import { clientAddress, isLoopback, isOperator, networks, subscriberOf } from "./address.ts";

const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({ headers, socket: { remoteAddress } });
const chain = (hops: string) => ({ "x-forwarded-for": hops });

describe("the visitor's address", () => {
  const trusted = networks(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);
  test.each([
    ["directly", from("198.51.100.4"), "198.51.100.4"],
    ["directly, with a header of his own", from("198.51.100.4", chain("1.2.3.4")), "198.51.100.4"],
    ["through a proxy", from("10.1.1.1", chain("198.51.100.4")), "198.51.100.4"],
    [
      "through two, with a header of his own before them",
      from("10.1.1.1", chain("1.2.3.4, 198.51.100.4, 192.0.2.7")),
      "198.51.100.4",
    ],
    ["through a proxy that says nonsense", from("10.1.1.1", chain("<script>")), "10.1.1.1"],
    ["over IPv6", from("2001:db8::1", chain("2a00::5")), "2a00::5"],
    ["over IPv4 written as IPv6", from("::ffff:10.1.1.1", chain("::ffff:198.51.100.4")), "198.51.100.4"],
  ])("%s", (_how, incoming, address) => {
    expect(clientAddress(incoming, trusted)).toBe(address);
  });

  test("ignores the header when no proxy is trusted", () => {
    expect(clientAddress(from("127.0.0.1", chain("1.2.3.4")), networks([]))).toBe("127.0.0.1");
  });
});

test("one subscriber is one address, or a whole IPv6 network of 64 bits", () => {
  const network = "2001:db8:0:7::/64";
  for (const address of ["2001:db8:0:7::1", "2001:db8::7:ffff:0:0:1", "2001:0DB8:0000:0007:1:2:3:4", "2001:db8:0:7::"])
    expect(subscriberOf(address)).toBe(network);
  expect(subscriberOf("2001:db8:0:8::1")).not.toBe(network);
  expect([subscriberOf("::1"), subscriberOf("::"), subscriberOf("64:ff9b::192.0.2.1")]).toEqual([
    "0:0:0:0::/64",
    "0:0:0:0::/64",
    "64:ff9b:0:0::/64",
  ]);
  expect(subscriberOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect([subscriberOf("198.51.100.4"), subscriberOf("")]).toEqual(["198.51.100.4", ""]);
});

test("an invalid network is named", () => {
  for (const entry of ["proxy.example", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/8/8x"])
    expect(() => networks([entry])).toThrow(entry);
});

test("an operator's request comes from a private address without a proxy", () => {
  expect(isOperator(from("127.0.0.1"))).toBe(true);
  expect(isOperator(from("::ffff:192.168.1.9"))).toBe(true);
  expect(isOperator(from("198.51.100.4"))).toBe(false);
  expect(isOperator(from("127.0.0.1", chain("127.0.0.1")))).toBe(false);
  expect(isOperator(from("127.0.0.1", { via: "1.1 proxy" }))).toBe(false);
  expect([isLoopback("127.9.9.9"), isLoopback("::1"), isLoopback("10.0.0.1")]).toEqual([true, true, false]);
});

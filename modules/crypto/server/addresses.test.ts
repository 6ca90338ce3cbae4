import { HDKey } from "@scure/bip32";
import { describe, expect, test } from "vitest";
import { addressOf, isAccountXpub, readAddress, shortAddress, showAddress } from "./addresses.ts";

/** The seed of "test test test test test test test test test test test junk", a public test vector. */
const seed = Buffer.from(
  "9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0",
  "hex",
);
const account = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'");

describe("players' addresses", () => {
  test("are those of BIP-44 below the public key of the account", () => {
    const xpub = account.publicExtendedKey;
    expect(showAddress(addressOf(xpub, 0))).toBe("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    expect(showAddress(addressOf(xpub, 1))).toBe("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    expect(new Set(Array.from({ length: 50 }, (_, i) => addressOf(xpub, i))).size).toBe(50);
  });

  test("are derived from a key that cannot sign, or not at all", () => {
    expect(isAccountXpub(account.publicExtendedKey)).toBe(true);
    expect(isAccountXpub(account.privateExtendedKey)).toBe(false);
    expect(isAccountXpub(HDKey.fromMasterSeed(seed).publicExtendedKey)).toBe(false);
    expect(isAccountXpub("xpub")).toBe(false);
  });
});

describe("a typed address", () => {
  const right = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  test.each([right, right.toLowerCase(), ` ${right} `, `0x${right.slice(2).toUpperCase()}`])("%s is valid", text =>
    expect(readAddress(text)).toBe(right.toLowerCase()),
  );
  test.each([
    right.replace("C5", "c5"),
    right.slice(0, -1),
    `${right}0`,
    right.slice(2),
    "alice.eth",
    "",
    `${right}\u0000`,
  ])("%j is none", text => expect(readAddress(text)).toBeUndefined());
  test("is shortened to its ends", () => expect(shortAddress(right)).toBe("0x709979…dc79C8"));
});

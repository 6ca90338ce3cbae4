import { describe, expect, test } from "vitest";
import { ask, bigRoad, derivedMarks, onGrid, type Result, runs } from "./roads.ts";

const sheet = (text: string): Result[] =>
  [...text].map(letter => (letter === "B" ? "first" : letter === "P" ? "second" : "tie"));
const marks = (text: string, gap: number) =>
  derivedMarks(bigRoad(sheet(text)), gap)
    .map(mark => mark[0])
    .join("");

describe("the roads", () => {
  test("the big road has a column for each run, with ties on the result before them", () => {
    const road = bigRoad(sheet("TBBTPTTB"));
    expect(road.map(column => column.map(({ side, ties }) => `${side[0]}${ties}`))).toEqual([
      ["f1", "f1"],
      ["s2"],
      ["f0"],
    ]);
  });
  test("big eye boy begins at the second of the second column, or at the first of the third", () => {
    expect(marks("BP", 1)).toBe("");
    expect(marks("BPP", 1)).toBe("b");
    expect(marks("BPB", 1)).toBe("r");
    expect(marks("BBPP", 1)).toBe("r");
    expect(marks("BBPPP", 1)).toBe("rb");
    expect(marks("BBPPPP", 1)).toBe("rbr");
    expect(marks("BBPB", 1)).toBe("b");
    expect(marks("BBPPB", 1)).toBe("rr");
  });
  test("the small and the cockroach road look two and three columns back", () => {
    expect(marks("BPBPBPBP", 2)).toBe("rrrrr");
    expect(marks("BPBPBPBP", 3)).toBe("rrrr");
    expect(marks("BPPBB", 2)).toBe("b");
    expect(marks("BBPBPPP", 3)).toBe("rb");
    expect(marks("BPBB", 2)).toBe("b");
  });
  test("a tie changes no derived road", () => {
    for (const gap of [1, 2, 3]) expect(marks("BTBPTPPBTPPB", gap)).toBe(marks("BBPPPBPPB", gap));
  });
  test("a run of seven turns right at the sixth row, and the next column lies beside its top", () => {
    const cells = onGrid(runs([..."BBBBBBBBPP"], (a, b) => a === b));
    expect(cells.map(({ column, row }) => `${column},${row}`).join(" ")).toBe(
      "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5 1,0 1,1",
    );
    // The tail stands in the way of the second long run.
    const second = onGrid(runs([..."BBBBBBBPPPPPP"], (a, b) => a === b)).slice(7);
    expect(second.map(({ column, row }) => `${column},${row}`).join(" ")).toBe("1,0 1,1 1,2 1,3 1,4 2,4");
  });
  test("ask says what a next banker and a next player would add", () => {
    expect(ask(sheet("BBPP"), "first")).toEqual({ "big-eye": "red", small: undefined, cockroach: undefined });
    expect(ask(sheet("BBPP"), "second")).toEqual({ "big-eye": "blue", small: undefined, cockroach: undefined });
  });
});

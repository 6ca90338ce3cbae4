import { expect, test } from "vitest";
import { createLineWriter } from "./line-writer.ts";

/** A file on a disk that can be full, and that accepts a limited number of bytes at once. */
function disk(mostAtOnce = Number.POSITIVE_INFINITY) {
  const state = { fault: "" as "" | "ENOSPC" | "EPIPE" | "EAGAIN", text: "", lost: 0 };
  const writer = createLineWriter(
    bytes => {
      if (state.fault) throw Object.assign(new Error(state.fault), { code: state.fault });
      const chunk = bytes.subarray(0, mostAtOnce);
      state.text += Buffer.from(chunk).toString();
      return chunk.length;
    },
    lines => {
      state.lost += lines;
    },
  );
  return { state, ...writer };
}

test("a line is written completely, also by partial writes", () => {
  const { state, write } = disk(3);
  write('{"msg":"one"}\n');
  expect(state.text).toBe('{"msg":"one"}\n');
});

test.each(["ENOSPC", "EPIPE", "EAGAIN"] as const)(
  "after %s lines are dropped and counted, and the loss is said later",
  fault => {
    const { state, write } = disk();
    state.fault = fault;
    write("one\n");
    write("two\n");
    expect(state).toMatchObject({ text: "", lost: 2 });
    state.fault = "";
    write("three\n");
    write("four\n");
    expect(state.text).toBe('\n{"level":"warn","lines":2,"msg":"lines of the log were lost"}\nthree\nfour\n');
  },
);

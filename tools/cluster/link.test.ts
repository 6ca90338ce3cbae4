import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { openLink } from "./link.ts";

test("nothing passes a cut link, neither on old connections nor on new ones, and all of it once it is mended", async () => {
  const echo = createServer(socket => socket.on("data", chunk => socket.write(`echo ${chunk}`)));
  await once(echo.listen(0, "127.0.0.1"), "listening");
  const port = await freePort();
  const link = await openLink(port, (echo.address() as AddressInfo).port);
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    let text = "";
    socket.on("data", chunk => {
      text += chunk;
    });
    return { socket, text: () => text };
  };
  const before = await open();
  before.socket.write("one;");
  await expect.poll(before.text).toBe("echo one;");

  link.cut();
  const during = await open();
  before.socket.write("two;");
  during.socket.write("three;");
  // Another link to the same place is a sign that time has passed for both.
  const other = connect((echo.address() as AddressInfo).port, "127.0.0.1");
  other.write("x");
  await once(other, "data");
  expect([before.text(), during.text()]).toEqual(["echo one;", ""]);

  link.mend();
  await expect.poll(before.text).toBe("echo one;echo two;");
  await expect.poll(during.text).toBe("echo three;");
  for (const socket of [before.socket, during.socket, other]) socket.destroy();
  await link.close();
  echo.close();
});

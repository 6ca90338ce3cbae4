import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Html, html, sendPage } from "../html.ts";
import type { Chain, Coin } from "./chain.ts";

/** The methods of a public node. None that mines blocks or signs for an account. */
const publicMethods =
  /^(eth_(chainId|blockNumber|getBlockBy(Number|Hash)|getBlockReceipts|getLogs|getTransaction(ByHash|Receipt|Count)|getBalance|getCode|call|estimateGas|gasPrice|maxPriorityFeePerGas|feeHistory|sendRawTransaction)|net_version|web3_clientVersion)$/;

/** The chain's API for programs (`POST /chain/rpc`, `GET /chain/info`), and the page of the external wallet. */
export function mountChain(app: FastifyInstance, chain: () => Chain | undefined): void {
  app.post("/chain/rpc", async (request, reply) => {
    const open = chain();
    if (!open) return reply.code(404).send({ error: "no chain on this platform" });
    const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : "";
    const refused = refusal(body);
    if (refused) return reply.send(refused);
    const headers = { "content-type": "application/json" };
    const answer = await fetch(open.rpc, { method: "POST", headers, body }).catch(() => undefined);
    if (!answer) return reply.code(502).send({ error: "the chain does not respond" });
    return reply
      .code(answer.status)
      .type("application/json")
      .send(await answer.text());
  });
  app.get("/chain/info", (_request, reply) => {
    const open = chain();
    return open
      ? reply.send({ chain_id: open.id, usdt: open.usdt, outside: open.outside })
      : reply.code(404).send({ error: "no chain on this platform" });
  });
  app.get<{ Params: { address: string } }>("/chain/balances/:address", (request, reply) =>
    using(chain, reply, async open => reply.send(await open.balances(request.params.address))),
  );
  app.get("/chain", (_request, reply) =>
    using(chain, reply, async open => sendPage(reply, "en", "Chain", await chainPage(open))),
  );
  app.post<{ Params: { action: string } }>("/chain/:action", (request, reply) =>
    using(chain, reply, async open => {
      const answer = await act(open, request.params.action, fieldsOf(request));
      if (answer === undefined) return reply.code(404).send({ error: "send, fund, mine, reorganise or mining" });
      return isForm(request) ? reply.redirect("/chain", 303) : reply.send(answer);
    }),
  );
}

function refusal(body: string): object | undefined {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return { jsonrpc: "2.0", id: null, error: { code: -32700, message: "not JSON" } };
  }
  const calls = Array.isArray(asked) ? asked : [asked];
  const bad = calls.find(call => !publicMethods.test(`${(call as { method?: unknown })?.method}`));
  if (bad === undefined) return undefined;
  return {
    jsonrpc: "2.0",
    id: (bad as { id?: unknown })?.id ?? null,
    error: { code: -32601, message: "no such method here" },
  };
}

async function using(
  chain: () => Chain | undefined,
  reply: FastifyReply,
  work: (open: Chain) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const open = chain();
  if (!open) return reply.code(404).send({ error: "no chain on this platform" });
  try {
    return await work(open);
  } catch (error) {
    const { shortMessage, message } = error as Error & { shortMessage?: string };
    return reply.code(422).send({ error: shortMessage ?? message });
  }
}

/** Undefined when there is no such action. */
async function act(chain: Chain, action: string, fields: Partial<Record<string, string>>): Promise<object | undefined> {
  switch (action) {
    case "send": {
      const coin: Coin = fields.coin === "ETH" ? "ETH" : "USDT";
      return { hash: await chain.send(coin, fields.to?.trim() ?? "", fields.amount?.trim().replace(",", ".") ?? "") };
    }
    case "fund":
      return { funded: await chain.fund(fields.address ?? "") };
    case "mine":
      await chain.mine(countOf(fields.blocks, 200));
      return { height: await chain.height() };
    case "reorganise":
      await chain.reorganise(countOf(fields.depth, 50));
      return { height: await chain.height() };
    case "mining":
      chain.setAutoMining(fields.on === "true");
      return { on: chain.isMining };
    default:
      return undefined;
  }
}

function countOf(text: string | undefined, most: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > most) throw new Error(`a whole number from 1 to ${most}`);
  return count;
}

const isForm = (request: FastifyRequest) =>
  /^application\/x-www-form-urlencoded/.test(request.headers["content-type"] ?? "");

function fieldsOf(request: FastifyRequest): Partial<Record<string, string>> {
  const text = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : "";
  if (!text.startsWith("{")) return Object.fromEntries(new URLSearchParams(text));
  const given = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
}

async function chainPage(chain: Chain): Promise<Html> {
  const [height, balances, happened] = await Promise.all([
    chain.height(),
    chain.balances(chain.outside),
    chain.latest(),
  ]);
  return html`<h1>Chain</h1>
    <p class="dim">A real EVM chain on this machine, number ${chain.id}, with a test USDT at <code>${chain.usdt}</code>. Its coins have no value. <a href="/">All services</a></p>
    <h2>Your external wallet</h2>
    <div class="card"><p><code>${chain.outside}</code></p><p class="sum">${balances.USDT} USDT</p><p>${balances.ETH} ETH</p>
      <form method="post" action="/chain/send">
        <label>To<input name="to" placeholder="0x..." autocomplete="off" required></label>
        <div class="row"><label>Amount<input name="amount" value="25" inputmode="decimal" required></label>
        <label>Coin<select name="coin"><option>USDT</option><option>ETH</option></select></label><button>Send</button></div></form></div>
    <h2>Blocks</h2>
    <div class="card"><p>Block ${height}. ${chain.isMining ? "One block per second while there are transactions; otherwise idle." : "Blocks are mined manually only."}</p>
      <div class="row"><form method="post" action="/chain/mine" class="row"><input class="short" name="blocks" value="1" aria-label="Blocks"><button>Mine blocks</button></form>
      <form method="post" action="/chain/reorganise" class="row"><input class="short" name="depth" value="6" aria-label="Depth"><button>Reorganize</button></form>
      <form method="post" action="/chain/mining"><input type="hidden" name="on" value="${chain.isMining ? "false" : "true"}"><button>${chain.isMining ? "By hand only" : "Mine by itself"}</button></form></div></div>
    <h2>Recent transfers</h2>
    ${happened.length === 0 ? html`<p class="dim">Nothing.</p>` : undefined}
    ${happened.map(
      each => html`<div class="card"><div class="head"><b>${each.amount} ${each.coin}</b><span>block ${each.block}</span></div>
        <p class="dim"><code>${each.from}</code> to <code>${each.to ?? "a new contract"}</code><br><code>${each.hash}</code></p></div>`,
    )}`;
}

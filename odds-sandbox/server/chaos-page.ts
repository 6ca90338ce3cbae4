import { eventFaults } from "../model/events/event.ts";
import type { Producer } from "../shared/protocol.ts";
import { streamFaults } from "./faults.ts";
import type { OddsProvider } from "./provider.ts";

const escaped = (text: string) => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
const options = (values: readonly string[]) => values.map(value => `<option>${escaped(value)}</option>`).join("");

/** The page on which a tester injects faults: no script, two forms. */
export function chaosPage(provider: OddsProvider): string {
  const events = provider.open().sort((a, b) => Number(b.live) - Number(a.live) || a.event.start - b.event.start);
  const shown = events
    .slice(0, 200)
    .map(({ event, live }) => ({ id: event.id, label: `${event.title} (${live ? "live" : "not started"})` }));
  const choices = shown.map(({ id, label }) => `<option value="${escaped(id)}">${escaped(label)}</option>`).join("");
  const streams = provider
    .describe()
    .producers.map(({ id, epoch, frame }) => `<tr><td>${id}</td><td>${epoch}</td><td>${frame}</td></tr>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Odds provider (simulated)</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:46rem;padding:0 1rem;color-scheme:light dark}label{display:block;margin:.5rem 0}
select,input,button{font:inherit;max-width:100%}td,th{padding:.2rem .8rem;text-align:left}</style></head><body>
<h1>Odds provider (simulated)</h1><p>Every event here is invented. ${events.filter(({ live }) => live).length} live, ${events.length} open.</p>
<table><tr><th>Producer</th><th>Epoch</th><th>Frame</th></tr>${streams.join("")}</table>
<h2>Fault in a stream</h2><form method="post" action="/odds/chaos">
<label>Fault <select name="fault">${options(streamFaults)}</select></label>
<label>Producer <select name="producer">${options(["live", "pre", "outright"] satisfies Producer[])}</select></label>
<label>Milliseconds <input name="ms" type="number"></label><label>Frames <input name="count" type="number" min="1"></label>
<button>Inject</button></form>
<h2>Fault in an event</h2><form method="post" action="/odds/chaos">
<label>Fault <select name="fault">${options(eventFaults)}</select></label>
<label>Event <select name="event">${choices}</select></label>
<label>Milliseconds <input name="ms" type="number" min="0"></label>
<button>Inject</button></form></body></html>`;
}

// Runs in the sandboxed page of /verifier-frame: takes a verifier module and a record from the page that frames it, runs the module in
// a worker, and returns what it returned as text.
// A classic worker: Chromium starts no module worker in a page without origin.
const addressOf = text => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const runner = `onmessage = async ({ data }) => {
  try {
    const { verify } = await import(data.address);
    postMessage({ text: JSON.stringify(verify(JSON.parse(data.record))) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};`;

addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== parent || !port) return;
  const worker = new Worker(addressOf(runner));
  worker.onmessage = answer => port.postMessage(answer.data);
  worker.onerror = () => port.postMessage({ error: "the worker did not start" });
  worker.postMessage({ address: addressOf(data.module), record: data.record });
});

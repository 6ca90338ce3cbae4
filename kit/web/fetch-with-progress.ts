import type { Upload } from "./api.ts";

/** `fetch` itself does not report how much of a body has been sent. */
export const fetchWithProgress: Upload = (address, init, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method, address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const headers = new Headers();
      const retryAfter = request.getResponseHeader("retry-after");
      if (retryAfter !== null) headers.set("retry-after", retryAfter);
      resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError("the request failed"));
    request.send(init.body ?? null);
  });

import type { ChatRequest, ChatSocketMessage } from "../shared/chat.ts";

export type Asked = ChatRequest extends infer Each ? (Each extends unknown ? Omit<Each, "request"> : never) : never;

type Answer = Extract<ChatSocketMessage, { type: "chat-answer" }>;

/** Requests of this socket, by number, until each is answered. One that is not sent, or whose response is lost, fails with `offline`. */
export function createChatRequests(send: (request: ChatRequest) => boolean) {
  let requests = 0;
  const waiting = new Map<number, { readonly done: () => void; readonly failed: (code: string) => void }>();
  return {
    ask(what: Asked, done: () => void, failed: (code: string) => void): void {
      requests += 1;
      waiting.set(requests, { done, failed });
      if (send({ ...what, request: requests } as ChatRequest)) return;
      waiting.delete(requests);
      failed("offline");
    },
    failAll(): void {
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { failed } of lost) failed("offline");
    },
    answered({ request, code }: Answer): void {
      const found = waiting.get(request);
      waiting.delete(request);
      if (code === null) found?.done();
      else found?.failed(code);
    },
  };
}

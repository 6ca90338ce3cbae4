/** What remains of a draft when the text it had at first has been sent: the response may arrive while the next message is being typed. */
export function restOfDraft(draft: string, sent: string): string {
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft;
}

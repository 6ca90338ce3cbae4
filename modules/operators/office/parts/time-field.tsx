/** A moment in the operator's own time zone; parsed by `instantOf`. */
export function TimeField({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <label className="field">
      {label}
      <input name={name} type="datetime-local" required />
    </label>
  );
}

/** The moment in a field, in wire format; the server refuses text that is no time. */
export function instantOf(given: FormData, name: string): string {
  const text = String(given.get(name) ?? "").trim();
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

interface PickProps<T extends string> {
  /** What is picked, for those who hear the page. */
  readonly label: string;
  readonly value: T;
  /** Each with its words. */
  readonly choices: readonly (readonly [NoInfer<T>, string])[];
  onPick(value: NoInfer<T>): void;
}

/** One of a few, in the bar of a room or of a panel. */
export function Pick<T extends string>({ label, value, choices, onPick }: PickProps<T>) {
  return (
    <select
      className="pick"
      aria-label={label}
      value={value}
      onChange={event => {
        const chosen = choices.find(([each]) => each === event.target.value);
        if (chosen) onPick(chosen[0]);
      }}
    >
      {choices.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

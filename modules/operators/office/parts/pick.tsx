interface PickProps<T extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly value: T;
  /** Each with its label. */
  readonly choices: readonly (readonly [NoInfer<T>, string])[];
  onPick(value: NoInfer<T>): void;
}

/** A choice of a few, in the bar of a page or of a panel. */
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

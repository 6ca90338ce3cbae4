interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  readonly start: number;
}

/** A whole number from 1 in a dialog. */
export function NumberField({ name, label, most, start }: NumberFieldProps) {
  return (
    <label className="field grow">
      {label}
      <input name={name} type="number" min={1} max={most} defaultValue={start} required />
    </label>
  );
}

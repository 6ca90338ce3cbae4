interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  /** Empty without. */
  readonly start?: number | undefined;
  /** May be left empty. */
  readonly isOptional?: boolean;
}

/** A whole number from 1 in a dialog. */
export function NumberField({ name, label, most, start, isOptional = false }: NumberFieldProps) {
  return (
    <label className="field grow">
      {label}
      <input name={name} type="number" min={1} max={most} defaultValue={start} required={!isOptional} />
    </label>
  );
}

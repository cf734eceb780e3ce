import TextField from "@mui/material/TextField";

interface Props {
  label: string;
  /** As typed: it may be no number. */
  value: string;
  max: number;
  onChange: (value: string) => void;
}

/** A whole number from 1 to `max`. */
export function NumberField({ label, value, max, onChange }: Props) {
  return (
    <TextField
      type="number"
      label={label}
      value={value}
      error={!isCountWithin(Number(value), max)}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { min: 1, max, step: 1, inputMode: "numeric" } }}
    />
  );
}

export function isCountWithin(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= max;
}

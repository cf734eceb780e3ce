import "./form-text-field.css";
import TextField from "@mui/material/TextField";
import type { TextFieldProps } from "@mui/material/TextField";
import { textLength } from "@retro/contract/text";
import { useController } from "react-hook-form";
import type { Control, FieldValues, Path } from "react-hook-form";

interface Props<Values extends FieldValues> extends Omit<
  TextFieldProps,
  "name" | "error" | "value" | "onChange" | "onBlur" | "helperText"
> {
  control: Control<Values>;
  name: Path<Values>;
  hint?: string;
  counter?: number;
}

export function FormTextField<Values extends FieldValues>({
  control,
  name,
  hint,
  counter,
  slotProps,
  ...rest
}: Props<Values>) {
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useController({ control, name });
  const message = error?.message ?? hint;
  return (
    <TextField
      fullWidth
      {...rest}
      {...field}
      inputRef={ref}
      error={error !== undefined}
      helperText={
        counter === undefined ? (
          message
        ) : (
          <span className="field-help">
            <span>{message}</span>
            <span className="field-count">{`${textLength(String(field.value))} / ${counter}`}</span>
          </span>
        )
      }
      slotProps={{
        ...slotProps,
        htmlInput: { dir: "auto", ...slotProps?.htmlInput },
        formHelperText: { component: "div" },
      }}
    />
  );
}

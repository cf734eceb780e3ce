import { type BaseSyntheticEvent, useMemo, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { contractResolver } from "../i18n/contractResolver.ts";
import { useT } from "../i18n/useT.ts";
import { useCaptchaSolution } from "./captcha.ts";
import { asApiError } from "./client.ts";

interface ContractForm<Values extends FieldValues> {
  schema: z.ZodMiniType;
  mode?: "all" | "onTouched";
  defaultValues: Values;
  send: (values: Values) => Promise<void>;
}

/**
 * A form with the rules of the contract. The server's errors appear under its fields; `refused` is an error
 * that names none of them.
 */
export function useContractForm<Values extends FieldValues>(options: ContractForm<Values>) {
  const { schema, mode = "all", defaultValues, send } = options;
  const t = useT();
  const resolver = useMemo(() => contractResolver<Values>(schema, t), [schema, t]);
  const form = useForm<Values>({ mode, resolver, defaultValues: defaultValues as DefaultValues<Values> });
  const [refusal, setRefusal] = useState<{ message: string; status: number } | null>(null);
  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await send(values);
    } catch (thrown) {
      const error = asApiError(thrown);
      const fields = Object.keys(defaultValues) as Path<Values>[];
      const faulty = fields.filter((field) => error.errors[field]?.[0] !== undefined);
      for (const field of faulty)
        form.setError(field, { type: "server", message: error.errors[field]?.[0] ?? "" });
      if (faulty.length > 0) return;
      setRefusal({ message: error.errors["solution"]?.[0] ?? error.message, status: error.status });
    }
  });
  return {
    form,
    control: form.control,
    errors: form.formState.errors,
    busy: form.formState.isSubmitting,
    refused: refusal?.message ?? null,
    refusedStatus: refusal?.status,
    save: (event?: BaseSyntheticEvent) => void save(event),
  };
}

/** A form that the human verification guards; a refused solution is renewed. */
export function useVerifiedForm<Values extends FieldValues>({
  send,
  ...rest
}: Omit<ContractForm<Values>, "send"> & { send: (values: Values & { solution: string }) => Promise<void> }) {
  const solution = useCaptchaSolution();
  const form = useContractForm<Values>({
    ...rest,
    async send(values) {
      const solved = await solution.wait();
      if (solved === null) return;
      try {
        await send({ ...values, solution: solved });
      } catch (error) {
        if (asApiError(error).errors["solution"] !== undefined) solution.renew();
        throw error;
      }
    },
  });
  return { ...form, verification: solution.props };
}

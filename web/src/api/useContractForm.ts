import { type BaseSyntheticEvent, useMemo, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { contractResolver } from "../i18n/contractResolver.ts";
import { useT } from "../i18n/useT.ts";
import { useCaptchaSolution } from "./captcha.ts";
import { ApiError, asApiError } from "./client.ts";

/** What a form does after the answer. A dialog that its user has closed skips it. */
type AfterAnswer = void | (() => void);
const nothingSent: AfterAnswer = () => undefined;

interface ContractForm<Values extends FieldValues> {
  schema: z.ZodMiniType;
  mode?: "all" | "onTouched";
  defaultValues: Values;
  send: (values: Values) => Promise<AfterAnswer>;
}

/**
 * A form with the rules of the contract. The server's errors appear under its fields. An error that names none
 * of them: `submit` throws it, for a dialog; `save` keeps it as `refused`, for a page.
 */
export function useContractForm<Values extends FieldValues>(options: ContractForm<Values>) {
  const { schema, mode = "all", defaultValues, send } = options;
  const t = useT();
  const resolver = useMemo(() => contractResolver<Values>(schema, t), [schema, t]);
  const form = useForm<Values>({ mode, resolver, defaultValues: defaultValues as DefaultValues<Values> });
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const submit = async (): Promise<AfterAnswer> => {
    let next: AfterAnswer = nothingSent;
    await form.handleSubmit(async (values) => {
      try {
        next = await send(values);
      } catch (thrown) {
        const { errors, status, message } = asApiError(thrown);
        const fields = Object.keys(defaultValues) as Path<Values>[];
        const faulty = fields.filter((field) => errors[field]?.[0] !== undefined);
        for (const field of faulty)
          form.setError(field, { type: "server", message: errors[field]?.[0] ?? "" });
        if (faulty.length === 0) throw new ApiError(status, errors["solution"]?.[0] ?? message);
      }
    })();
    return next;
  };
  const save = (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    setRefusal(null);
    submit().catch((error: unknown) => setRefusal(asApiError(error)));
  };
  return {
    form,
    control: form.control,
    errors: form.formState.errors,
    busy: form.formState.isSubmitting,
    refused: refusal?.message ?? null,
    refusedStatus: refusal?.status,
    submit,
    save,
  };
}

/** A form that the human verification guards; a refused solution is renewed. */
export function useVerifiedForm<Values extends FieldValues>({
  send,
  ...rest
}: Omit<ContractForm<Values>, "send"> & {
  send: (values: Values & { solution: string }) => Promise<AfterAnswer>;
}) {
  const solution = useCaptchaSolution();
  const form = useContractForm<Values>({
    ...rest,
    async send(values) {
      const solved = await solution.wait();
      if (solved === null) return nothingSent;
      try {
        return await send({ ...values, solution: solved });
      } catch (error) {
        if (asApiError(error).errors["solution"] !== undefined) solution.renew();
        throw error;
      }
    },
  });
  return { ...form, verification: solution.props };
}

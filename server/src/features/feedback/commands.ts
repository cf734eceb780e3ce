import { randomUUID } from "node:crypto";
import { createFeedback } from "@retro/contract/visitor-forms";
import type { User } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { ValidationError, parse } from "../../http/errors/validation.ts";
import type { Picture } from "./picture.ts";
import { insertFeedback, insertFile } from "./store.ts";
import type { Upload } from "./upload.ts";

const agreedValues = new Set(["true", "1", "on"]);

export async function sendFeedback(
  deps: Deps,
  user: User,
  upload: Upload,
  clean: (files: Upload["files"]) => Promise<Picture[]>,
): Promise<void> {
  const { name, email, comment } = checkForm(upload);
  const pictures = await clean(upload.files);
  await deps.database.transaction(async (trx) => {
    const id = randomUUID();
    const created_at = deps.clock();
    await insertFeedback(trx, { id, user_id: user.id, name, email: email || null, comment, created_at });
    for (const [position, picture] of pictures.entries()) {
      await insertFile(trx, { id: randomUUID(), feedback_id: id, position, ...picture });
    }
  });
}

function checkForm({ fields, refused }: Upload) {
  const form = { ...fields, agree: agreedValues.has(fields["agree"] ?? "") };
  const attachments = refused === null ? {} : { attachments: [refused] };
  try {
    const checked = parse(createFeedback, form);
    if (refused === null) return checked;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new AppError(422, "invalid", { errors: { ...error.errors, ...attachments } });
  }
  throw new AppError(422, "invalid", { errors: attachments });
}

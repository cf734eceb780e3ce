import { AppError } from "../../../http/errors/app-error.ts";

/** The meeting is not where the request supposes it. */
export const meetingStateError = () => new AppError(409, "meeting_state");

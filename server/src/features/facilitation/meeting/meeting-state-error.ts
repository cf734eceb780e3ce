import { AppError } from "../../../http/errors/app-error.ts";

/** The meeting is at another step or topic than the request names. */
export const meetingStateError = () => new AppError(409, "meeting_state");

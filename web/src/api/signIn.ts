import { basePath } from "./basePath.ts";

/** Leads to the provider; the page comes back to the guest's entry, which goes to the stored return address. */
export const signInAddress = `${basePath}/api/v1/sign-in/start`;

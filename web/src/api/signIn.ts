import { startedSignIn } from "@retro/contract/accounts";
import { api } from "./client.ts";

/**
 * Leaves the page for the provider, who sends the browser back to the guest's entry, which goes to the stored
 * return address. A link could not begin a sign-in: any page could send people through it [I2].
 * @throws ApiError
 */
export async function beginSignIn(): Promise<void> {
  const { address } = await api.post("sign-in/start", undefined, { schema: startedSignIn });
  window.location.assign(address);
}

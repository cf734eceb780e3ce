import * as z from "zod/mini";
import { hexColor } from "./styles.ts";

export const userOptions = z.object({ color: hexColor, isAvatarStickers: z.boolean() });
export type UserOptions = z.infer<typeof userOptions>;

/** A member has signed in at the provider of sign-ins; `anonymous` is a guest [I1]. */
export const role = z.enum(["admin", "member", "anonymous"]);
export type Role = z.infer<typeof role>;

export const user = z.object({ id: z.string(), name: z.string(), role, options: userOptions });
export type User = z.infer<typeof user>;

export const person = z.object({ id: z.string(), name: z.string(), options: userOptions });
export type Person = z.infer<typeof person>;

export const personInfo = z.object({ name: z.string(), options: userOptions });
export type PersonInfo = z.infer<typeof personInfo>;

import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { stripControlCharacters } from "./admin-cli-output.ts";
import { type BoardRepair, repairBoard } from "./admin-cli-board.ts";
import { compact, AdminCommandError, deleteData, showDisk } from "./admin-cli-data.ts";
import { FolderInUseError } from "../db/folder-lock.ts";
import type { Deps } from "../deps.ts";
import { DataToolError, requireInstallation } from "../db/portable/read-snapshot.ts";
import { nameOf, openDatabase, placeOf } from "../open-database.ts";
import { createPushService } from "../push-service.ts";
import { StartError, toStartError } from "../start-error.ts";
import { AccountError, addAdmin, listAdmins, removeAdmin, resetAdmin } from "../features/admin/accounts.ts";
import { generatePassword } from "../features/admin/passwords.ts";
import { makeSignInLink } from "../features/admin/sign-in-link.ts";
import { escapeFormula } from "../features/exports/csv/csv.ts";
import { subscriberLinks } from "../features/outreach/commands.ts";
import { createLogger } from "../http/observe/logger.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { adminCommand, firstAdminCommand } from "../operator-commands.ts";
import { SettingsError, readSettings } from "../settings.ts";

const usage = `Usage: ${adminCommand} <command>

  add <email>      make an administrator
  reset <email>    give an administrator a new password; ends their sessions and unlocks the account
  link <email>     print a one-time link for a new password; works once, for 30 minutes, also while sign-in is locked
  remove <email>   take an administrator's account away, for good: ADMIN_EMAIL does not bring it back, add does
  list             who the administrators are
  subscribers      the newsletter's subscribers, each with a link to unsubscribe

  board <id or link> --no-passphrase   open a board for everyone with its link
  board <id or link> --restore         take a board out of the bin
  board <id or link> --to-space <key>  move a board into a team's space, by the space's key or link

  disk                              what takes space: tables, boards, pictures; and the free disk
  compact                           give the free space of the SQLite file back to the disk; with the server stopped
  delete board <id or link>         delete a board for everybody; open browsers leave it
  delete feedback <id or words>     delete a feedback with its pictures
  delete person <id, name, e-mail>  erase a visitor; with an e-mail address also what was sent from it

delete asks before it deletes; --yes answers.
add and reset ask for the password; an empty answer has one made. With --password - it is read from standard input.`;

/** How many words a command needs; `delete` takes more, as a name may have several. */
const neededWords: Record<string, number> = {
  add: 1,
  reset: 1,
  link: 1,
  remove: 1,
  list: 0,
  subscribers: 0,
  board: 1,
  disk: 0,
  compact: 0,
  delete: 2,
};

class UsageError extends Error {}

/** @returns the exit code */
export async function runAdminCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    await run(args, env);
    return 0;
  } catch (error) {
    const isPlain = [
      UsageError,
      AccountError,
      AdminCommandError,
      DataToolError,
      FolderInUseError,
      SettingsError,
      StartError,
    ].some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    return 1;
  }
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.help || command === "help") return console.log(usage);
  const needed = neededWords[command ?? ""];
  if (command === undefined || needed === undefined) throw new UsageError(usage);
  if (command === "delete" ? rest.length < needed : rest.length !== needed) throw new UsageError(usage);

  await requireDatabase(env);
  const read = readSettings(env);
  const log = createLogger("warn");
  const { settings, database } = await openDatabase(read, log, { migrates: false });
  const clock = () => database.now();
  const rateLimiter = new RateLimiter({ clock });
  // Running servers read the messages for their users from the database: the command line needs no Redis.
  const push = await createPushService({
    settings: { ...settings, redisUrl: null },
    log,
    clock,
    rateLimiter,
  });
  const deps: Deps = { settings, database, ...push, clock, rateLimiter, log };
  try {
    await runCommand(deps, command, rest, values);
  } finally {
    await push.transport.close();
    await database.close();
  }
}

async function requireDatabase(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env, { creates: false });
  const place = placeOf(settings);
  console.error(`Database: ${nameOf(place)}`);
  await requireInstallation(place).catch((error: unknown) => {
    throw error instanceof DataToolError ? error : toStartError(error, settings, { opening: true });
  });
}

interface CommandOptions extends BoardRepair {
  password?: string | undefined;
  yes?: boolean | undefined;
}

async function runCommand(
  deps: Deps,
  command: string,
  [email = "", ...words]: readonly string[],
  options: CommandOptions,
): Promise<void> {
  switch (command) {
    case "board":
      return repairBoard(deps, email, options);
    case "disk":
      return showDisk(deps);
    case "compact":
      return compact(deps);
    case "delete":
      return deleteData(deps, email, words.join(" "), { yes: options.yes ?? false });
    case "add": {
      const { password, made } = await choosePassword(options.password);
      await addAdmin(deps, email, password);
      console.log(`${email} is an administrator now.${passwordLine(made, password)}`);
      return;
    }
    case "reset": {
      const { password, made } = await choosePassword(options.password);
      await resetAdmin(deps, email, password);
      console.log(
        `${email} has a new password, and every session of theirs has ended.${passwordLine(made, password)}`,
      );
      return;
    }
    case "link":
      console.log(await makeSignInLink(deps, email));
      console.error(
        "This link sets a new password for " +
          email +
          ". It works once, in the next 30 minutes." +
          (deps.settings.publicUrl === null ? " Put the address of your server in front of it." : ""),
      );
      return;
    case "remove":
      await removeAdmin(deps, email);
      console.log(`${email} is no administrator any more.`);
      return;
    case "list": {
      const admins = await listAdmins(deps);
      if (admins.length === 0)
        console.log(`There is no administrator. Make one: ${firstAdminCommand(deps.settings)}`);
      for (const { email: address, created_at, last_used_at } of admins) {
        const seen = last_used_at === null ? "not signed in" : `last seen ${formatDay(last_used_at)}`;
        console.log(`${address}  since ${formatDay(created_at)}, ${seen}`);
      }
      return;
    }
    case "subscribers":
      for (const { email: address, link } of await subscriberLinks(deps))
        console.log(`${escapeFormula(address)}\t${link}`);
      return;
    default:
      throw new UsageError(usage);
  }
}

/** A word, not an option: one id in 64 begins with a dash, and there are no short options. */
const dashedWord = /^-(?:[^-]|-[\w-]{20}$)/;
/** In front of such a word it hides the dash from `parseArgs`; no argument of a program can contain it. */
const mark = "\0";

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: args.map((arg) => (dashedWord.test(arg) ? mark + arg : arg)),
      allowPositionals: true,
      options: {
        password: { type: "string" },
        yes: { type: "boolean" },
        help: { type: "boolean" },
        "no-passphrase": { type: "boolean" },
        restore: { type: "boolean" },
        "to-space": { type: "string" },
      },
    });
    const space = values["to-space"]?.replace(mark, "");
    return {
      values: { ...values, ...(space !== undefined && { "to-space": space }) },
      positionals: positionals.map((word) => word.replace(mark, "")),
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

async function choosePassword(from: string | undefined): Promise<{ password: string; made: boolean }> {
  if (from !== undefined && from !== "-") {
    throw new UsageError(
      "A password on the command line can be read by others. Use --password - and standard input.",
    );
  }
  if (from === "-") return { password: (await text(process.stdin)).replace(/\r?\n[^]*$/, ""), made: false };
  if (process.stdin.isTTY) {
    const password = await askHidden("Password (empty: one is made): ");
    if (password !== "") {
      if ((await askHidden("The same again: ")) !== password)
        throw new UsageError("The two differ. Nothing was changed.");
      return { password, made: false };
    }
  }
  return { password: generatePassword(), made: true };
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(stripControlCharacters(question));
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stopped = once(lines, "SIGINT").then(() => {
    throw new UsageError("Stopped. Nothing was changed.");
  });
  try {
    return await Promise.race([lines.question(""), stopped]);
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

function passwordLine(made: boolean, password: string): string {
  return made ? `\nPassword, shown this once: ${password}` : "";
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

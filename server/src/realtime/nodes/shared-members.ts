import type { Bus } from "./bus.ts";
import type { Hub } from "../hub.ts";
import type { Member } from "../member.ts";
import type { NodeLink } from "./node-link.ts";
import type { RealtimeLog } from "../push-service.ts";

/** Number of the change, data (null: has left), and the event that announces changed data. */
export type MemberState = [change: number, infoJson: string | null, event: string | null];

export class MemberTable {
  /** By `node user`; users who left stay until the next read, so that an older read does not restore them. */
  readonly states = new Map<string, MemberState>();
  /** For each read in progress, the keys whose state arrived since it began. */
  readonly reads = new Set<Set<string>>();
  /** By `performance.now()`. */
  readAt = performance.now();
}

interface Options {
  bus: Bus;
  link: NodeLink;
  log: RealtimeLog;
}

/** A channel's table expires this long after a node last set members in it; a removal does not prolong it. */
const tableKeptMs = 3_600_000;
/** How long it is remembered that a user was on a channel. */
const seenKeptMs = 600_000;

/** Every node writes its own members into a stored table of the channel. */
export class SharedMembers {
  readonly #options: Options;
  #hub!: Hub;
  #changes = 0;
  /** After lost messages it announces changes again. */
  #updateEvent: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  attach(hub: Hub): void {
    this.#hub = hub;
  }

  write(name: string, userId: string, infoJson: string | null, event: string | null): MemberState {
    const { bus, link } = this.#options;
    this.#changes += 1;
    this.#updateEvent = event ?? this.#updateEvent;
    const state: MemberState = [this.#changes, infoJson, event];
    const field = `${link.id} ${userId}`;
    if (infoJson === null) bus.deleteFields(name, [field]);
    else bus.setFields(name, { [field]: JSON.stringify(state) }, tableKeptMs);
    return state;
  }

  note(name: string, table: MemberTable, key: string, state: MemberState): void {
    for (const arrived of table.reads) arrived.add(key);
    const known = table.states.get(key);
    if (known !== undefined && known[0] >= state[0]) return;
    table.states.set(key, state);
    this.#show(name, key, state);
  }

  showAll(name: string, { states }: MemberTable): void {
    for (const [key, state] of states) this.#show(name, key, state);
  }

  removeNode(name: string, { states }: MemberTable, node: string): void {
    const keys = groupByNode([...states.keys()]).get(node) ?? [];
    for (const key of keys) {
      states.delete(key);
      this.#show(name, key, [0, null, null]);
    }
    this.#options.bus.deleteFields(name, keys);
  }

  /** Reads who is on the channel on other nodes, and deletes what nodes left behind that have ended. */
  async read(
    name: string,
    table: MemberTable,
    isComplete: (node: string) => boolean = () => true,
  ): Promise<void> {
    const arrived = new Set<string>();
    table.reads.add(arrived);
    table.readAt = performance.now();
    const live = await this.#readLive(name).finally(() => table.reads.delete(arrived));
    for (const [key, state] of table.states) {
      if (live.has(key) || arrived.has(key) || !isComplete(nodeOf(key))) continue;
      table.states.delete(key);
      if (state[1] !== null) this.#show(name, key, [0, null, null]);
    }
    for (const [key, state] of live) this.note(name, table, key, state);
  }

  /** Deletes the states of users of nodes that have ended. */
  async #readLive(name: string): Promise<Map<string, MemberState>> {
    const { bus, link } = this.#options;
    const fields = await bus.readFields(name);
    const live = new Map<string, MemberState>();
    for (const [node, keys] of groupByNode(Object.keys(fields)))
      if (node === link.id) bus.deleteFields(name, this.#leftHere(name, keys));
      else if (await link.isAlive(node))
        for (const key of keys) live.set(key, JSON.parse(fields[key] ?? "null") as MemberState);
      else bus.deleteFields(name, keys);
    return live;
  }

  /** Writes this node's members again, and reads as `read` does. Never rejects. */
  async reread(name: string, table: MemberTable, isComplete?: (node: string) => boolean): Promise<void> {
    const { bus, link, log } = this.#options;
    this.#changes += 1;
    const fields = this.#here(name).map(({ userId, infoJson }) => {
      const state: MemberState = [this.#changes, infoJson, this.#updateEvent];
      return [`${link.id} ${userId}`, JSON.stringify(state)] as const;
    });
    bus.setFields(name, Object.fromEntries(fields), tableKeptMs);
    try {
      await this.read(name, table, isComplete);
    } catch (error) {
      log.debug({ err: error, channel: name }, "the members on other nodes could not be read");
    }
  }

  async readUsers(name: string): Promise<string[]> {
    const { bus, link } = this.#options;
    const users = new Set<string>();
    for (const [node, keys] of groupByNode(Object.keys(await bus.readFields(name))))
      if (node !== link.id && (await link.isAlive(node))) for (const key of keys) users.add(userOf(key));
    return [...users];
  }

  recordSeen(name: string, userId: string, until: number): void {
    this.#options.bus.setValue(`${name} ${userId}`, String(until), seenKeptMs);
    this.#options.bus.setFields(`${name} seen`, { [userId]: String(until) }, seenKeptMs);
  }

  async readSeen(name: string, since: number): Promise<string[]> {
    const seen = Object.entries(await this.#options.bus.readFields(`${name} seen`));
    return seen.filter(([, until]) => Number(until) >= since).map(([userId]) => userId);
  }

  async lastSeen(name: string, userId: string): Promise<number | null> {
    const value = await this.#options.bus.readValue(`${name} ${userId}`);
    return value === null ? null : Number(value);
  }

  #show(name: string, key: string, [, infoJson, event]: MemberState): void {
    this.#hub.setMemberElsewhere(name, { node: nodeOf(key), userId: userOf(key) }, infoJson, event);
  }

  #leftHere(name: string, keys: readonly string[]): string[] {
    const here = new Set(this.#here(name).map(({ userId }) => userId));
    return keys.filter((key) => !here.has(userOf(key)));
  }

  #here(name: string): Member[] {
    return this.#hub.membersOf(name).filter(({ connections }) => connections > 0);
  }
}

const nodeOf = (key: string) => key.slice(0, key.indexOf(" "));
const userOf = (key: string) => key.slice(key.indexOf(" ") + 1);

function groupByNode(keys: readonly string[]): Map<string, string[]> {
  return Map.groupBy(keys, nodeOf);
}

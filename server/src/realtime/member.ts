import { connectionRates } from "../limits/connection.ts";
import { ConnectionBucket } from "./connection-bucket.ts";
import { escapeJson } from "./frames.ts";

export class Member {
  readonly userId: string;
  connections = 0;
  readonly nodes = new Set<string>();
  /** True after `member_added`, false after `member_removed`. */
  announced = false;
  pendingUpdate: string | null = null;
  readonly announcements: ConnectionBucket;
  /** Escaped for `presenceList`, so that a list needs no serialising of a thousand members again. */
  #escapedId: string;
  #escapedInfo = "{}";

  constructor(userId: string, now: number) {
    this.userId = userId;
    this.#escapedId = escapeJson(JSON.stringify(userId));
    this.announcements = new ConnectionBucket(connectionRates.announcements, now);
  }

  get isPresent(): boolean {
    return this.connections > 0 || this.nodes.size > 0;
  }

  setInfo(info: unknown): void {
    this.setInfoJson(JSON.stringify(info ?? {}));
  }

  setInfoJson(json: string): void {
    this.#escapedInfo = escapeJson(json);
  }

  get idPiece(): string {
    return this.#escapedId;
  }

  get hashPiece(): string {
    return `${this.#escapedId}:${this.#escapedInfo}`;
  }

  get infoJson(): string {
    return JSON.parse(`"${this.#escapedInfo}"`) as string;
  }

  get json(): string {
    return `{"user_id":${JSON.stringify(this.userId)},"user_info":${this.infoJson}}`;
  }
}

export function presenceList(channel: string, members: ReadonlyMap<string, Member>): Buffer {
  let ids = "";
  let hash = "";
  for (const member of members.values()) {
    const comma = ids === "" ? "" : ",";
    ids += comma + member.idPiece;
    hash += comma + member.hashPiece;
  }
  const data = `{\\"presence\\":{\\"count\\":${members.size},\\"ids\\":[${ids}],\\"hash\\":{${hash}}}}`;
  const where = JSON.stringify(channel);
  return Buffer.from(
    `{"event":"pusher_internal:subscription_succeeded","channel":${where},"data":"${data}"}`,
  );
}

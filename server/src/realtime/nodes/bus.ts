export interface BusState {
  connected: boolean;
  losses: number;
  subscriptions: number;
  published: number;
  received: number;
  failed: number;
  /** Writes that Redis refused, as it does when its memory is full or a right is missing. */
  refused: number;
}

/** A message arrives at most once and in order; while the bus is away, messages are lost. */
export interface Bus {
  readonly connected: boolean;
  /** False: the connection is lost; true: the bus works again, and messages may be missing. */
  onChange(listener: (connected: boolean) => void): void;
  /** Sends a message to the subscribers of a topic, this node included. Never throws and never waits. */
  publish(topic: string, message: string): void;
  /** Subscribes to a topic; after a lost connection the bus subscribes again by itself. */
  subscribe(topic: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(topic: string): void;
  /** The topic's stored table is deleted after `keptMs` without a change. Never throws or waits. */
  setFields(topic: string, fields: Record<string, string>, keptMs: number): void;
  deleteFields(topic: string, fields: string[]): void;
  readFields(topic: string): Promise<Record<string, string>>;
  setValue(key: string, value: string, keptMs: number): void;
  readValue(key: string): Promise<string | null>;
  state(): BusState;
  close(): Promise<void>;
}

/** Settings as the server uses them; `readSettings` makes them from the environment (README, settings table). */
export interface Settings {
  port: number;
  host: string;
  /** Where people reach the product, no trailing slash; null: the address of the request. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  pusher: { appId: string; key: string; secret: string; cluster: string; host: string | null; port: number | null; tls: boolean } | null;
  /** Signs cookies, puzzles, channel authorisations, unsubscribe links. */
  appSecret: string;
  firstAdmin: { email: string; password: string } | null;
  /** Fixed puzzle count and difficulty; null: by puzzles per address. */
  captchaDifficulty: { n: number; d: number } | null;
  captchaSitekey: string;
  trustProxy: boolean | number | string;
  logLevel: string;
  /** Days the activity log is kept. */
  logRetentionDays: number;
  /** Folder of Markdown files that replace the built-in legal pages; null: built-in. */
  legalDir: string | null;
  /** The built web app's folder. */
  webDir: string;
  version: string;
}

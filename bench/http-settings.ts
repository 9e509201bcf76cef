import { KeySecret } from '../src/api/access/key-secret.js';

/** Settings of the measured service beyond those of every serving process, as JSON in `BENCH_HTTP`. */
export interface HttpSettings {
  readonly firstBlock: number;
  /** Hex. */
  readonly keySecret: string;
  /** For kept answers, MB; 0 where making them is measured. */
  readonly cacheMb: number;
}

export const httpSettings = (): HttpSettings => JSON.parse(process.env.BENCH_HTTP!) as HttpSettings;

export const secretOf = ({ keySecret }: HttpSettings): KeySecret =>
  new KeySecret(Buffer.from(keySecret, 'hex'));

import { randomBytes } from 'node:crypto';
import { newKey } from '../src/api/access/api-key.js';
import { KeySecret } from '../src/api/access/key-secret.js';
import { KeyedAccess } from '../src/api/access/keyed-access.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { keyStoreOn } from '../test/fixture/key-store.js';
import { startBenchDatabase } from './bench-database.js';
import { type Sample, welchT } from './welch-t.js';

/** How many wrong keys of each kind are tried. */
const SAMPLES = 100_000;
const WARM_UP = 20_000;
const HELD = 1_000;
/** Shares of the times that are compared, fastest first: slow ones depend on the machine. */
const KEPT_SHARES = [1, 0.99, 0.9, 0.5];
/** With a larger |t|, the times of two kinds can be told apart, as in dudect's test for leakage. */
const REPORTED_APART = 4.5;

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** How far a wrong key is from a valid one. */
const KINDS = {
  near: (held: string) => otherFrom(held, held.length - 1),
  half: (held: string) => held.slice(0, held.length / 2) + newKey().slice(held.length / 2),
  far: () => newKey(),
} as const;
type Kind = keyof typeof KINDS;

function otherFrom(held: string, place: number): string {
  const other = CHARACTERS[(CHARACTERS.indexOf(held[place]!) + 1) % CHARACTERS.length]!;
  return held.slice(0, place) + other;
}

const database = await startBenchDatabase();
const url = await database.fresh('bench_keys');
await migrate(url);
const pool = createPool(url);
try {
  const secret = new KeySecret(randomBytes(32));
  const store = await keyStoreOn(pool, secret);
  const held: string[] = [];
  for (let n = 0; n < HELD; n++)
    held.push(
      (await store.create({ name: `${n}`, plan: 'Intelligence', requests: 1, windowSeconds: 60 })).key,
    );
  const access = new KeyedAccess(pool, secret);
  await measure(access, held, WARM_UP);
  const samples = await measure(access, held, SAMPLES);
  report(samples);
} finally {
  await pool.end();
  await database.drop('bench_keys');
  await database.stop();
}

/** Times of refusals in nanoseconds. The kinds take turns at random. */
async function measure(
  access: KeyedAccess,
  held: readonly string[],
  count: number,
): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { near: [], half: [], far: [] };
  for (const { kind, bytes } of wrongKeys(held, count)) {
    // A text of its own, as a request would bring it.
    const asker = { key: bytes.toString('latin1'), address: '127.0.0.1', host: undefined };
    const startedAt = process.hrtime.bigint();
    const admission = access.admit(asker, 'Intelligence');
    const took = Number(process.hrtime.bigint() - startedAt);
    // Once in two seconds a call waits for the database, whatever its key.
    if (admission instanceof Promise) await admission;
    else times[kind].push(took);
  }
  return times;
}

/**
 * All keys are made beforehand, in the order of their turns, so that what making one leaves in memory and
 * caches is not measured.
 */
function wrongKeys(
  held: readonly string[],
  count: number,
): { readonly kind: Kind; readonly bytes: Buffer }[] {
  const kinds = Object.keys(KINDS) as Kind[];
  return Array.from({ length: count * kinds.length }, (_, n) => ({
    kind: kinds[n % kinds.length]!,
    turn: Math.random(),
  }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ kind }, n) => ({ kind, bytes: Buffer.from(KINDS[kind](held[n % HELD]!)) }));
}

function report(times: Record<Kind, number[]>): void {
  const all = Object.values(times)
    .flat()
    .sort((one, other) => one - other);
  let worst = 0;
  for (const share of KEPT_SHARES) {
    const limit = all[Math.ceil(all.length * share) - 1]!;
    const kept = (kind: Kind): Sample => times[kind].filter((time) => time <= limit);
    const t = {
      'near/far': welchT(kept('near'), kept('far')),
      'half/far': welchT(kept('half'), kept('far')),
    };
    worst = Math.max(worst, ...Object.values(t).map(Math.abs));
    const mean = (kind: Kind) =>
      `${kind} ${(kept(kind).reduce((sum, time) => sum + time, 0) / kept(kind).length).toFixed(0)} ns`;
    console.log(
      `fastest ${share * 100} %: ${(Object.keys(KINDS) as Kind[]).map(mean).join(', ')}; ` +
        Object.entries(t)
          .map(([pair, value]) => `t ${pair} ${value.toFixed(2)}`)
          .join(', '),
    );
  }
  console.log(
    `${worst < REPORTED_APART ? 'met   ' : 'missed'} ${SAMPLES} wrong keys of each kind: |t| at most ${REPORTED_APART}, is ${worst.toFixed(2)}`,
  );
}

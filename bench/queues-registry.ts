import { GeneratedRegistry } from '../test/beacon/generated-registry.js';

const EPOCH = 400_100;
const VALIDATORS = Number(process.env.BENCH_VALIDATORS ?? 1_000_000);
const NEWCOMERS = 20_000;

/** As many validators as mainnet has active ones, and a long queue. */
export function benchRegistry(): GeneratedRegistry {
  return new GeneratedRegistry(VALIDATORS, EPOCH, NEWCOMERS);
}

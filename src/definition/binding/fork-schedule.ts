import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type {
  BlobParameters,
  Fork,
  ForkActivation,
  ForkSchedule,
} from '../../domain/chain/protocol/fork-schedule.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { BadBinding, StrictRecord } from './strict-record.js';

/** One published version of a chain's fork schedule. */
export interface ForkScheduleBinding {
  readonly id: string;
  readonly version: string;
  readonly source: string;
  /** UTC day on which the values were read from the source, `YYYY-MM-DD`. */
  readonly retrieved: string;
  /** `sha256:` and hex: the hash of the schedule's canonical JSON, as the file has it. */
  readonly digest: string;
  readonly schedule: ForkSchedule;
}

/** Reads the schedule from a file, usually `definitions/bindings/fork-schedule.yaml`. @throws BadBinding */
export function readForkSchedule(file: string): ForkScheduleBinding {
  return parseForkSchedule(readFileSync(file, 'utf8'));
}

/**
 * Parses the schedule from YAML. Refuses unknown keys, forks out of order, and a digest that is not the
 * schedule's.
 *
 * @throws BadBinding naming the place
 */
export function parseForkSchedule(yaml: string): ForkScheduleBinding {
  const file = new StrictRecord(parse(yaml), 'fork-schedule');
  const binding = {
    id: file.text('id', /^fork-schedule$/),
    version: file.text('version', /^\d+\.\d+\.\d+$/),
    source: file.text('source', /./),
    retrieved: file.text('retrieved', /^\d{4}-\d{2}-\d{2}$/),
    digest: file.text('digest', /^sha256:[0-9a-f]{64}$/),
    schedule: readSchedule(file.record('schedule')),
  };
  file.finish();
  const digest = digestText(canonicalJson(file.value('schedule')));
  if (digest !== binding.digest) {
    throw new BadBinding(`fork-schedule.digest is ${binding.digest}, the schedule's is ${digest}`);
  }
  return binding;
}

function readSchedule(record: StrictRecord): ForkSchedule {
  const chainId = record.integer('chainId');
  const forks = record
    .list('forks')
    .map((value, i) => readFork(new StrictRecord(value, `${record.place}.forks[${i}]`)));
  record.finish();
  forks.forEach((fork, i) => {
    const before = forks[i - 1];
    if (before && !isInOrder(before.activation, fork.activation)) {
      throw new BadBinding(`${record.place}.forks[${i}] begins before ${before.name}`);
    }
  });
  return { chainId, forks };
}

function readFork(record: StrictRecord): Fork {
  const name = record.text('name', /^[a-z][a-z0-9_]*$/);
  const activation = readActivation(record);
  const blobs = record.has('blobs') ? readBlobs(record.record('blobs')) : undefined;
  const systemContracts = record.has('systemContracts')
    ? record
        .list('systemContracts')
        .map((value, i) => readAddress(value, `${record.place}.systemContracts[${i}]`))
    : [];
  record.finish();
  if (activation !== 'undated' && 'block' in activation && (blobs || systemContracts.length > 0)) {
    throw new BadBinding(`${record.place} begins by block and has what only forks by time have`);
  }
  return { name, activation, systemContracts, ...(blobs === undefined ? {} : { blobs }) };
}

function readActivation(record: StrictRecord): ForkActivation {
  if (record.has('block')) return { block: record.integer('block') };
  if (record.has('timestamp') && record.value('timestamp') === 'undated') return 'undated';
  return { timestamp: record.integer('timestamp') };
}

function readBlobs(record: StrictRecord): BlobParameters {
  const blobs = {
    target: record.integer('target'),
    max: record.integer('max'),
    baseFeeUpdateFraction: BigInt(record.integer('baseFeeUpdateFraction')),
  };
  record.finish();
  if (blobs.baseFeeUpdateFraction === 0n) {
    throw new BadBinding(`${record.place}.baseFeeUpdateFraction is zero`);
  }
  return blobs;
}

function readAddress(value: unknown, place: string): Buffer {
  const address = typeof value === 'string' ? parseAddress(value) : undefined;
  if (address === undefined) throw new BadBinding(`${place} is not an address in quotes`);
  return fromHex(address);
}

function isInOrder(before: ForkActivation, after: ForkActivation): boolean {
  if (after === 'undated') return true;
  if (before === 'undated') return false;
  if ('block' in before) return 'timestamp' in after || before.block <= after.block;
  return 'timestamp' in after && before.timestamp <= after.timestamp;
}

import { toHex } from '../../domain/chain/codec/hex.js';
import { GAS_PER_BLOB } from '../../domain/chain/protocol/blob-gas.js';
import {
  blobParameters,
  type ForkSchedule,
  isForkActive,
  maxExcessBlobGas,
} from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';
import { NO_OMMERS_HASH } from './verify-ommers.js';

/** Unix seconds; the store keeps times in 31 bits, as far as the year 2038. */
const END_OF_TIME = 2 ** 31;
const MOST_EXTRA_DATA = 32;
const NO_NONCE = Buffer.alloc(8);

/**
 * Checks the protocol's rules for a header that do not involve its parent. Only the hash that the node itself
 * states binds a header, so fields that cannot be derived must satisfy these rules.
 *
 * @param schedule adds the fields and the blob limits of the fork in force
 * @throws BlockRefused
 */
export function requireHeaderRules(header: Header, schedule: ForkSchedule | undefined): void {
  const { number, difficulty, gasLimit, gasUsed, timestamp, extraData } = header;
  atMost('timestamp', timestamp, END_OF_TIME - 1);
  atMost('gasUsed', gasUsed, gasLimit);
  atMost('extraData', extraData.length, MOST_EXTRA_DATA);
  if (difficulty === 0n) {
    // EIP-3675: under proof of stake, there is neither a nonce nor an ommer.
    if (!header.nonce.equals(NO_NONCE)) refuse('nonce', toHex(header.nonce));
    if (!header.ommersHash.equals(NO_OMMERS_HASH)) refuse('sha3Uncles', toHex(header.ommersHash));
  }
  if (schedule) requireForm(schedule);
  const blobs = schedule && blobParameters(schedule, timestamp);
  if (blobs !== undefined) {
    atMost('blobGasUsed', header.blobGasUsed ?? 0, blobs.max * GAS_PER_BLOB);
    atMost('excessBlobGas', header.excessBlobGas ?? 0, maxExcessBlobGas(blobs));
  }

  function requireForm(schedule: ForkSchedule): void {
    const isDue = isForkActive(schedule, 'amsterdam', timestamp);
    if (isDue && header.blockAccessListHash === undefined) refuse('blockAccessListHash', 'absent');
    if (isDue || header.blockAccessListHash === undefined) return;
    throw new BlockRefused('unknown_fork', number, {
      fork: 'amsterdam',
      field: 'blockAccessListHash',
      setting: `FORK_TIMES=amsterdam=<Unix time at which the fork began, at most ${timestamp}>`,
    });
  }

  function atMost(field: string, stated: number, most: number): void {
    if (stated > most) throw new BlockRefused('header_rule', number, { field, stated, most });
  }

  function refuse(field: string, stated: string): never {
    throw new BlockRefused('header_rule', number, { field, stated });
  }
}

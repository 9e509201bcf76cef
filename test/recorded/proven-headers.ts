import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { RlpWriter } from '../../src/domain/chain/codec/rlp-writer.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

/** A mainnet header with its published proof. */
export interface ProvenHeader {
  readonly number: number;
  readonly hash: Buffer;
  /** As RLP. */
  readonly header: Buffer;
  /** As `rlp([type, SSZ])`. */
  readonly proof: Buffer;
}

/** The recorded headers with proofs, ascending; empty on machines without them. */
export function provenHeaders(): ProvenHeader[] {
  if (REFERENCE_DIRECTORY === undefined) return [];
  const folder = join(REFERENCE_DIRECTORY, 'canonical', 'headers_with_proof');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => provenHeader(Number.parseInt(name, 10), readFileSync(join(folder, name), 'utf8')))
    .sort((one, other) => one.number - other.number);
}

/** SSZ of [header, proof], each with its offset first. */
function provenHeader(number: number, yaml: string): ProvenHeader {
  const value = Buffer.from(/content_value: "0x([0-9a-f]+)"/.exec(yaml)![1]!, 'hex');
  const header = value.subarray(value.readUInt32LE(0), value.readUInt32LE(4));
  const ssz = value.subarray(value.readUInt32LE(4));
  const writer = new RlpWriter();
  writer.bytes(ssz);
  writer.uint(typeOf(number));
  writer.list(0);
  return { number, hash: keccak256(header), header, proof: writer.take() };
}

function typeOf(number: number): HeaderProof['type'] {
  if (number < 15_537_394) return 0;
  if (number < 17_034_870) return 1;
  return number < 19_426_587 ? 2 : 3;
}

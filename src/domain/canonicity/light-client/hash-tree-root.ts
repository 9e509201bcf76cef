import { createHash } from 'node:crypto';
import { MalformedField } from '../../chain/codec/malformed-field.js';
import { hashPair } from '../merkle-branch.js';
import { chunksOf, merkleRoot, padded } from '../merkle-root.js';
import { COMMITTEE_SIZE, PUBLIC_KEY_BYTES, type SyncCommittee } from './light-client-data.js';

const CHUNK = 32;

/** Root of the `BeaconBlockHeader` that 112 bytes of SSZ hold. */
export function beaconHeaderRoot(raw: Buffer): Buffer {
  return merkleRoot([
    padded(raw.subarray(0, 8)),
    padded(raw.subarray(8, 16)),
    raw.subarray(16, 48),
    raw.subarray(48, 80),
    raw.subarray(80, 112),
  ]);
}

/** Root of a `SyncCommittee`. */
export function committeeRoot({ raw }: SyncCommittee): Buffer {
  const keys = Array.from({ length: COMMITTEE_SIZE + 1 }, (_, at) =>
    keyRoot(raw.subarray(at * PUBLIC_KEY_BYTES, (at + 1) * PUBLIC_KEY_BYTES)),
  );
  return hashPair(merkleRoot(keys.slice(0, COMMITTEE_SIZE)), keys[COMMITTEE_SIZE]!);
}

function keyRoot(key: Buffer): Buffer {
  return hashPair(key.subarray(0, CHUNK), padded(key.subarray(CHUNK)));
}

/**
 * Sizes of the fields of an `ExecutionPayloadHeader`: before the extra data, from it on, and those that Deneb
 * added at the end.
 */
const BEFORE_EXTRA = [32, 20, 32, 32, 256, 32, 8, 8, 8, 8];
const AFTER_EXTRA = [32, 32, 32, 32];
const BLOB_GAS = [8, 8];
const EXTRA_OFFSET_AT = 436;
const BLOCK_HASH_AT = 472;
const LONGEST_EXTRA = 32;

/** Root of an `ExecutionPayloadHeader` of Capella, or of Deneb to Fulu. @throws MalformedField */
export function payloadHeaderRoot(ssz: Buffer, isDeneb: boolean): Buffer {
  const after = isDeneb ? [...AFTER_EXTRA, ...BLOB_GAS] : AFTER_EXTRA;
  const length = EXTRA_OFFSET_AT + 4 + after.reduce((sum, size) => sum + size, 0);
  if (
    ssz.length < length ||
    ssz.readUInt32LE(EXTRA_OFFSET_AT) !== length ||
    ssz.length > length + LONGEST_EXTRA
  )
    throw new MalformedField('payload header', 'has another length');
  let at = 0;
  const fields = (sizes: readonly number[]) =>
    sizes.map((size) => {
      at += size;
      return bytesRoot(ssz.subarray(at - size, at));
    });
  const before = fields(BEFORE_EXTRA);
  at += 4;
  return merkleRoot([...before, extraRoot(ssz.subarray(length)), ...fields(after)]);
}

/** The block hash in an `ExecutionPayloadHeader` whose root was computed: it is well-formed. */
export function blockHashOf(ssz: Buffer): Buffer {
  return ssz.subarray(BLOCK_HASH_AT, BLOCK_HASH_AT + CHUNK);
}

/** Root of a list of up to 32 bytes. */
function extraRoot(bytes: Buffer): Buffer {
  const length = Buffer.alloc(CHUNK);
  length[0] = bytes.length;
  return hashPair(padded(bytes), length);
}

/** Root of a number or a vector of bytes. */
const bytesRoot = (bytes: Buffer): Buffer => merkleRoot(chunksOf(bytes));

const SYNC_COMMITTEE_DOMAIN = Buffer.from('07000000', 'hex');

/** What a sync committee signs for a beacon block under a fork. @param version of the fork, 4 bytes */
export function signingRoot(blockRoot: Buffer, version: Buffer, genesisValidatorsRoot: Buffer): Buffer {
  const fork = hashPair(padded(version), genesisValidatorsRoot);
  return createHash('sha256')
    .update(blockRoot)
    .update(SYNC_COMMITTEE_DOMAIN)
    .update(fork.subarray(0, 28))
    .digest();
}

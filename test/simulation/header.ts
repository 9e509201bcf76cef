import { keccak, type Rlpable, rlp } from './bytes.js';

/** A header in JSON-RPC. */
export interface HeaderJson {
  readonly parentHash: string;
  readonly sha3Uncles: string;
  readonly miner: string;
  readonly stateRoot: string;
  readonly transactionsRoot: string;
  readonly receiptsRoot: string;
  readonly logsBloom: string;
  readonly difficulty: string;
  readonly number: string;
  readonly gasLimit: string;
  readonly gasUsed: string;
  readonly timestamp: string;
  readonly extraData: string;
  readonly mixHash: string;
  readonly nonce: string;
  readonly baseFeePerGas?: string;
  readonly withdrawalsRoot?: string;
  readonly blobGasUsed?: string;
  readonly excessBlobGas?: string;
  readonly parentBeaconBlockRoot?: string;
  readonly requestsHash?: string;
}

const number = (quantity: string): bigint => BigInt(quantity);

function fields(header: HeaderJson): Rlpable[] {
  const { baseFeePerGas, withdrawalsRoot, blobGasUsed, excessBlobGas, parentBeaconBlockRoot, requestsHash } =
    header;
  return [
    header.parentHash,
    header.sha3Uncles,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    number(header.difficulty),
    number(header.number),
    number(header.gasLimit),
    number(header.gasUsed),
    number(header.timestamp),
    header.extraData,
    header.mixHash,
    header.nonce,
    ...(baseFeePerGas === undefined ? [] : [number(baseFeePerGas)]),
    ...(withdrawalsRoot === undefined ? [] : [withdrawalsRoot]),
    ...(blobGasUsed === undefined ? [] : [number(blobGasUsed)]),
    ...(excessBlobGas === undefined ? [] : [number(excessBlobGas)]),
    ...(parentBeaconBlockRoot === undefined ? [] : [parentBeaconBlockRoot]),
    ...(requestsHash === undefined ? [] : [requestsHash]),
  ];
}

export const headerHash = (header: HeaderJson): string => keccak(rlp(fields(header)));

/** Hash of a list of ommers. */
export const ommersHash = (ommers: readonly HeaderJson[]): string => keccak(rlp(ommers.map(fields)));

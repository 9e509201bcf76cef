import { decodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from 'viem';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { RpcClient } from '../chain/rpc-client.js';
import { DEPOSIT_CONTRACT } from '../genesis/deposit-contract.js';
import { WITHDRAWAL_REQUESTS } from '../genesis/genesis-contracts.js';
import type { Deposit, WithdrawalRequest } from './beacon-state.js';

/** Requests of a demo block to the consensus layer, in the order of its logs. */
export type ChainRequest =
  | { readonly timestamp: number; readonly deposit: Deposit }
  | { readonly timestamp: number; readonly withdrawal: WithdrawalRequest };

interface LogJson {
  readonly address: Hex;
  readonly data: Hex;
  readonly blockNumber: Hex;
}

const DEPOSITED = parseAbiParameters('bytes, bytes, bytes, bytes, bytes');

/** Reads deposits and withdrawal requests from the logs of a range of blocks, both ends included. */
export async function requestsOf(rpc: RpcClient, from: number, to: number): Promise<ChainRequest[]> {
  const logs = await rpc.call<LogJson[]>('eth_getLogs', {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: [DEPOSIT_CONTRACT, WITHDRAWAL_REQUESTS],
  });
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const blocks = (await rpc.batch(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [number, false] })),
  )) as { readonly timestamp: Hex }[];
  const times = new Map(numbers.map((number, at) => [number, Number(blocks[at]!.timestamp)]));
  return logs.map(({ address, data, blockNumber }) => {
    const timestamp = times.get(blockNumber)!;
    return address.toLowerCase() === DEPOSIT_CONTRACT.toLowerCase()
      ? { timestamp, deposit: depositIn(data) }
      : { timestamp, withdrawal: withdrawalIn(data) };
  });
}

function depositIn(data: Hex): Deposit {
  const [pubkey, credentials, amount, signature] = decodeAbiParameters(DEPOSITED, data);
  return {
    pubkey,
    credentials,
    amount: Number(fromHex(amount).readBigUInt64LE()),
    signature,
  };
}

/** Data of the log: 20 bytes source, 48 bytes public key of the validator, 8 bytes amount. */
function withdrawalIn(data: Hex): WithdrawalRequest {
  const bytes = fromHex(data);
  return {
    source: `0x${bytes.toString('hex', 0, 20)}`,
    pubkey: `0x${bytes.toString('hex', 20, 68)}`,
    amount: Number(bytes.readBigUInt64BE(68)),
  };
}

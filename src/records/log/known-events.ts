import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/**
 * The most frequent events. INVARIANT: rows hold indexes of this list, so it only grows at its end, to 256.
 */
const SIGNATURES = [
  'Transfer(address,address,uint256)',
  'Approval(address,address,uint256)',
  'Sync(uint112,uint112)',
  'Swap(address,uint256,uint256,uint256,uint256,address)',
  'Swap(address,address,int256,int256,uint160,uint128,int24)',
  'Deposit(address,uint256)',
  'Withdrawal(address,uint256)',
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
  'ApprovalForAll(address,address,bool)',
  'URI(string,uint256)',
  'Mint(address,uint256,uint256)',
  'Burn(address,uint256,uint256,address)',
  'Mint(address,address,int24,int24,uint128,uint256,uint256)',
  'Burn(address,int24,int24,uint128,uint256,uint256)',
  'Collect(address,address,int24,int24,uint128,uint128)',
  'IncreaseLiquidity(uint256,uint128,uint256,uint256)',
  'DecreaseLiquidity(uint256,uint128,uint256,uint256)',
  'Collect(uint256,address,uint256,uint256)',
  'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
  'ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)',
  'AnswerUpdated(int256,uint256,uint256)',
  'OwnershipTransferred(address,address)',
  'Upgraded(address)',
  'AdminChanged(address,address)',
  'RoleGranted(bytes32,address,address)',
  'RoleRevoked(bytes32,address,address)',
  'Paused(address)',
  'Unpaused(address)',
  'Initialized(uint64)',
  'Initialized(uint8)',
  'Sent(address,address,address,uint256,bytes,bytes)',
  'Minted(address,address,uint256,bytes,bytes)',
  'Burned(address,address,uint256,bytes,bytes)',
  'Deposit(address,address,uint256,uint256)',
  'Withdraw(address,address,address,uint256,uint256)',
  'OrderFulfilled(bytes32,address,address,address,(uint8,address,uint256,uint256)[],(uint8,address,uint256,uint256,address)[])',
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
  'BeforeExecution()',
  'Deposited(address,uint256)',
  'ExecutionSuccess(bytes32,uint256)',
  'SafeReceived(address,uint256)',
  'PairCreated(address,address,address,uint256)',
  'PoolCreated(address,address,uint24,int24,address)',
];

const TOPICS = SIGNATURES.map((signature) => keccak256(Buffer.from(signature)));
const STORED = new Map(TOPICS.map((topic, place) => [topic.toString('latin1'), Buffer.of(place)]));
const HASHES = TOPICS.map(toHex);

/** The first topic of a log as stored: one byte for a known event, otherwise the whole topic. */
export function storedTopic(topic: Buffer): Buffer {
  return STORED.get(topic.toString('latin1')) ?? topic;
}

/** The first topic of a log, from its stored form; both are `0x` hex. */
export function topicOfStored(stored: Hash): Hash {
  return stored.length === 4 ? HASHES[Number(stored)]! : stored;
}

import type { CallSource, FrameSource } from '../../definition/model/fact-source.js';
import { createdAddress } from '../../domain/chain/codec/created-address.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { EvidenceRef } from '../../domain/chain/record/evidence-ref.js';
import { frameLevel } from '../../domain/chain/record/frame-path.js';
import { EMPTY_CODE_HASH } from '../../domain/chain/trie/account.js';
import { checkedLog } from './check-log-fact.js';
import type { FactCase } from './fact-case.js';
import { hasShape } from './has-shape.js';
import { picked } from './picked.js';

const ROOT_PATH = '0000';

interface SeenFrame {
  readonly type: 'CALL' | 'CREATE' | 'CREATE2';
  readonly from: Address;
  readonly to: Address;
  /**
   * Indexes of the logs that the frame itself emitted; undefined if a node attests the frame, which
   * does not state them.
   */
  readonly logs?: readonly number[];
}

/** Checks a frame that created a contract: its creator, the signer of the transaction, and its depth. */
export function checkCreationFact(one: FactCase, { register: part }: FrameSource): void {
  const [ref] = one.refs('frame');
  const { blockHash, rest } = ref!;
  const [index, path] = rest as [string, string];
  const frame = frameAt(one, ref!, one.fact.evidence[0]!);
  one.demand(frame.type !== 'CALL', 'its frame creates nothing');
  one.startsIn(blockHash);
  one.isInTransaction(blockHash, index);
  one.hasNoKey();
  if (part === 'creation') {
    one.demand(frame.from === one.fact.address, 'its frame was made by another address');
    one.hasValue('true');
    left(one, blockHash, frame.to);
    if (!one.end.existedSince(one.fact.address, one.fact.start, 'within'))
      one.attest('creation', `that its transaction is not the one that created ${one.fact.address}`);
    return;
  }
  one.demand(frame.to === one.fact.address, 'its frame created another address');
  const origin = toHex(one.source.blocks.transaction(blockHash, index).from);
  one.hasValue({ creator: frame.from, origin, depth: String(frameLevel(Buffer.from(path, 'hex')) - 1) });
  left(one, blockHash, frame.to);
  // An address that follows from the nonce of the sender of a transaction is created only once.
  const isOnlyOnce = path === ROOT_PATH && frame.from === origin;
  one.end.mustLiveOn(one.fact.address, one.fact.start, isOnlyOnce ? 'at the end' : 'within', one.place);
}

/**
 * Checks that a creation left code, because one may succeed and leave none.
 * @throws Refuted if it left none at the address of the fact
 */
function left(one: FactCase, blockHash: Hash, created: Address): void {
  const codeHash = one.source.state.codeHashAt(blockHash, created);
  const isEmpty = codeHash?.equals(EMPTY_CODE_HASH) === true;
  if (created === one.fact.address) one.demand(!isEmpty, 'its creation left no code');
  if (codeHash === undefined || isEmpty) one.attest('deployed', `that the creation left code at ${created}`);
}

/** Checks a call of a contract in a registry, whose frame emitted a log. */
export function checkCallFact(one: FactCase, { to, log: shape, key }: CallSource): void {
  const [ref, logRef] = one.refs('frame', 'log');
  const frame = frameAt(one, ref!, one.fact.evidence[0]!);
  one.demand(frame.type === 'CALL' && frame.from === one.fact.address, 'its frame is no call by the address');
  one.startsIn(ref!.blockHash);
  one.isInTransaction(ref!.blockHash, ref!.rest[0]!);
  one.isInTransaction(logRef!.blockHash, logRef!.rest[0]!);
  one.demand(one.isBound(to, frame.to, one.fact.start), 'the address called is not in the registry');
  const log = checkedLog(one, logRef!, one.fact.evidence[1]!);
  one.demand(
    frame.logs === undefined || frame.logs.includes(Number(logRef!.rest[1])),
    'its log is none that its frame emitted',
  );
  one.demand(toHex(log.address) === frame.to && hasShape(log, shape), 'its log is another one');
  one.demand(
    (key === 'to.address' ? frame.to : picked(log, key)[0]) === one.fact.key,
    'its log has another key',
  );
  one.hasValue({ to: frame.to });
}

/**
 * The root frame of a transaction that creates a contract follows from the transaction and its receipt. Any
 * frame follows from executing the transaction. The node that traced them attests other frames.
 */
function frameAt(one: FactCase, { blockHash, rest }: EvidenceRef, ref: string): SeenFrame {
  const [index, path] = rest as [string, string];
  one.source.blocks.header(blockHash);
  const executed = one.source.executedFrame(ref);
  const attested = executed ? undefined : one.source.attested(ref, 'frame');
  one.supported(ref, executed ? 'executed' : attested ? 'node' : 'merkle');
  if (executed ?? attested) return (executed ?? attested)!;
  one.demand(path === ROOT_PATH, `there is nothing for ${ref}`);
  const { from, to, nonce } = one.source.blocks.transaction(blockHash, index);
  one.demand(to === undefined, 'its transaction creates nothing');
  one.demand(one.source.blocks.receipt(blockHash, index).status === 1, 'its transaction failed');
  return { type: 'CREATE', from: toHex(from), to: toHex(createdAddress(from, nonce)) };
}

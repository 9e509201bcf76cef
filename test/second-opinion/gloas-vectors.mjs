// Writes test/verifier/gloas-vectors.json by Lodestar's types: a beacon block of Gloas with made-up values, and branches of it and of a state.
// Run it by hand where this folder is installed: node test/second-opinion/gloas-vectors.mjs
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

// The packages of this folder are not dependencies of the service.
const own = (name) => import(name);
const { Tree } = await own('@chainsafe/persistent-merkle-tree');
const { BitArray } = await own('@chainsafe/ssz');
const { ssz } = await own('@lodestar/types');
const { gloas, altair, phase0 } = ssz;
const SLOT = 15_000_001;

let drawn = 0;
const node = (name = drawn++) => createHash('sha256').update(`gloas ${name}`).digest();
const bytes = (length) =>
  Uint8Array.from(
    Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, () => node())).subarray(0, length),
  );
const number = (below = 1e9) => node().readUInt32LE(0) % below;
const many = (length, make) => Array.from({ length }, (_, at) => make(at));
const bits = (length) => BitArray.fromBoolArray(many(length, () => number(2) === 1));
const signed = (message) => ({ message, signature: bytes(96) });
const checkpoint = () => ({ epoch: number(), root: bytes(32) });
const voted = () => ({
  ...{ slot: number(), index: number(64), beaconBlockRoot: bytes(32) },
  ...{ source: checkpoint(), target: checkpoint() },
});
const indexed = (count) => ({
  ...{ attestingIndices: many(count, () => number()), data: voted(), signature: bytes(96) },
});
const header = () => ({
  ...{ slot: number(), proposerIndex: number() },
  ...{ parentRoot: bytes(32), stateRoot: bytes(32), bodyRoot: bytes(32) },
});
const credentials = () => ({ pubkey: bytes(48), withdrawalCredentials: bytes(32), amount: number() });

const parentBlockHash = Uint8Array.from(node('the payload before'));
const bid = {
  ...{ parentBlockHash, parentBlockRoot: bytes(32), blockHash: bytes(32), prevRandao: bytes(32) },
  ...{ feeRecipient: bytes(20), gasLimit: number(), builderIndex: number(), slot: SLOT, value: number() },
  ...{ executionPayment: number(), blobKzgCommitments: many(7, () => bytes(48)) },
  executionRequestsRoot: bytes(32),
};
// Lists of several lengths, so that there are trees with one, two and three subtrees.
const body = {
  randaoReveal: bytes(96),
  eth1Data: { depositRoot: bytes(32), depositCount: number(), blockHash: bytes(32) },
  graffiti: bytes(32),
  proposerSlashings: many(2, () => ({ signedHeader1: signed(header()), signedHeader2: signed(header()) })),
  attesterSlashings: [{ attestation1: indexed(27), attestation2: indexed(3) }],
  attestations: [300, 8, 0, 257].map((length) => ({
    ...{ aggregationBits: bits(length), data: voted(), signature: bytes(96), committeeBits: bits(64) },
  })),
  deposits: [],
  voluntaryExits: [signed({ epoch: number(), validatorIndex: number() })],
  syncAggregate: { syncCommitteeBits: bits(512), syncCommitteeSignature: bytes(96) },
  blsToExecutionChanges: many(6, () =>
    signed({ validatorIndex: number(), fromBlsPubkey: bytes(48), toExecutionAddress: bytes(20) }),
  ),
  signedExecutionPayloadBid: signed(bid),
  payloadAttestations: many(2, () => ({
    aggregationBits: bits(512),
    data: { beaconBlockRoot: bytes(32), slot: number(), payloadPresent: true, blobDataAvailable: false },
    signature: bytes(96),
  })),
  parentExecutionRequests: {
    deposits: many(2, () => ({ ...credentials(), signature: bytes(96), index: number() })),
    withdrawals: many(3, () => ({
      ...{ sourceAddress: bytes(20), validatorPubkey: bytes(48), amount: number() },
    })),
    consolidations: [{ sourceAddress: bytes(20), sourcePubkey: bytes(48), targetPubkey: bytes(48) }],
    builderDeposits: [{ ...credentials(), signature: bytes(96) }],
    builderExits: many(2, () => ({ sourceAddress: bytes(20), pubkey: bytes(48) })),
  },
};
const block = fitted(gloas.BeaconBlock, {
  ...{ slot: SLOT, proposerIndex: number(), parentRoot: bytes(32), stateRoot: bytes(32), body },
});
const signedBlock = gloas.SignedBeaconBlock.serialize(signed(block));

const committee = (name) => {
  const key = (at) =>
    Uint8Array.from(Buffer.concat([node(`${name} ${at}`), node(`${name} ${at}`)]).subarray(16));
  return altair.SyncCommittee.toViewDU({ pubkeys: many(512, key), aggregatePubkey: key('sum') });
};
const state = gloas.BeaconState.defaultViewDU();
state.slot = SLOT;
state.currentSyncCommittee = committee('current');
state.nextSyncCommittee = committee('next');
state.finalizedCheckpoint = phase0.Checkpoint.toViewDU({
  epoch: 468_750,
  root: Uint8Array.from(node('final')),
});
state.commit();

const blockTree = new Tree(gloas.BeaconBlock.toView(block).node);
const bodyTree = new Tree(gloas.BeaconBlockBody.toView(block.body).node);
const stateTree = new Tree(state.node);
const hex = (one) => Buffer.from(one).toString('hex');
const place = (...path) => {
  const { gindex } = gloas.BeaconState.getPathInfo(path);
  return { leaf: hex(stateTree.getNode(gindex).root), branch: stateTree.getSingleProof(gindex).map(hex) };
};
const beacon = {
  ...{ slot: SLOT, proposerIndex: block.proposerIndex, parentRoot: block.parentRoot },
  ...{ stateRoot: state.hashTreeRoot(), bodyRoot: gloas.BeaconBlockBody.hashTreeRoot(block.body) },
};
const toParent = ['signedExecutionPayloadBid', 'message', 'parentBlockHash'];
const vectors = {
  slot: SLOT,
  parentBlockHash: hex(parentBlockHash),
  signedBlock: Buffer.from(signedBlock).toString('base64'),
  root: hex(gloas.BeaconBlock.hashTreeRoot(block)),
  branch: blockTree.getSingleProof(gloas.BeaconBlock.getPathInfo(['body', ...toParent]).gindex).map(hex),
  stateRoot: hex(state.hashTreeRoot()),
  places: {
    finalized: place('finalizedCheckpoint', 'root'),
    current: place('currentSyncCommittee'),
    next: place('nextSyncCommittee'),
  },
  lightClientHeader: hex(
    gloas.LightClientHeader.serialize({
      beacon,
      executionBlockHash: parentBlockHash,
      executionBranch: bodyTree.getSingleProof(gloas.BeaconBlockBody.getPathInfo(toParent).gindex),
    }),
  ),
  headerRoot: hex(phase0.BeaconBlockHeader.hashTreeRoot(beacon)),
};
writeFileSync(
  new URL('../verifier/gloas-vectors.json', import.meta.url),
  `${JSON.stringify(vectors, null, 2)}\n`,
);

/** Numbers in the form of the types, some of which use bigints. */
function fitted(type, value) {
  if (type.fields)
    return Object.fromEntries(
      Object.entries(type.fields).map(([name, of]) => [name, fitted(of, value[name])]),
    );
  if (type.elementType && Array.isArray(value)) return value.map((one) => fitted(type.elementType, one));
  return typeof value === 'number' && typeof type.defaultValue() === 'bigint' ? BigInt(value) : value;
}

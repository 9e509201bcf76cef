import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProvenState, type RpcAccountProof } from '../../../test/builder/proven-state.js';
import {
  type RpcCall,
  RpcRefusal,
  type RpcServer,
  startRpcServer,
} from '../../../test/simulation/rpc-server.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import type { NodeCapabilities } from './capabilities.js';
import { ExecutionNode } from './execution-node.js';
import { readState } from './read-state.js';

const address = (index: number): `0x${string}` => `0x${String(index).padStart(40, '0')}`;
const slot = (index: number): `0x${string}` => `0x${String(index).padStart(64, '0')}`;
const [TOKEN, PROXY, ACCOUNT, ABSENT] = [address(1), address(2), address(3), address(999)] as const;
const BLOCK: Hash = `0x${'b1'.repeat(32)}`;

const accounts = (word: string) =>
  Object.fromEntries([
    ...Array.from({ length: 200 }, (_, index) => [address(index + 10), { code: '0x60' } as const]),
    [TOKEN, { code: '0x6001', storage: { [slot(3)]: `0x${word}` } } as const],
    [
      PROXY,
      {
        code: '0x6002',
        storage: Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [slot(at), `0x${(100 + at).toString(16)}`]),
        ),
      },
    ],
    [ACCOUNT, {}],
  ]);

let state: ProvenState;
let later: ProvenState;

beforeAll(async () => {
  state = await ProvenState.of(accounts('77'));
  later = await ProvenState.of(accounts('78'));
});

/** What a node answers: the truth unless it alters it. */
type Answers = (call: RpcCall) => Promise<unknown>;
const truth: Answers = async ({ method, params }) => {
  const [of, second] = params as [string, unknown];
  if (method === 'eth_getProof') return state.proof(of, second as string[]);
  if (method === 'eth_getCode') return state.code(of);
  if (method === 'eth_getStorageAt') return state.word(of, second as string);
  throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
};

const servers: RpcServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

const CAPABILITIES: NodeCapabilities = {
  client: 'test',
  chainId: 1,
  receipts: 'eth_getBlockReceipts',
  frames: 'none',
  state: 'none',
  proofs: 'eth_getProof',
  finalized: true,
};

async function node(name: string, answers: Answers, proofs = CAPABILITIES.proofs) {
  const calls: string[] = [];
  const server = await startRpcServer({
    answer: (call) => {
      calls.push(call.method);
      return answers(call);
    },
  });
  servers.push(server);
  const endpoint = new JsonRpcEndpoint(server.url, name);
  return { calls, node: new ExecutionNode(endpoint, { ...CAPABILITIES, proofs }) };
}

const read = (of: Address, what: string): AnchoredStateRead => ({
  ...{ address: of, what, blockHash: BLOCK },
  stateRoot: state.root,
});
const READS = (): AnchoredStateRead[] => [
  read(TOKEN, 'code'),
  read(TOKEN, `slot:${slot(3)}`),
  read(TOKEN, `slot:${slot(4)}`),
  read(PROXY, 'code'),
  read(PROXY, `slot:${slot(7)}`),
  read(PROXY, `slot:${slot(8)}`),
  read(ACCOUNT, 'code'),
  read(ACCOUNT, `slot:${slot(1)}`),
  read(ABSENT, 'code'),
  read(ABSENT, `slot:${slot(1)}`),
];
const word = (digits: string): string => digits.padStart(64, '0');
const RIGHT = ['6001', word('77'), word('0'), '6002', word('6b'), word('6c'), '', word('0'), '', word('0')];

async function ask(nodes: readonly ExecutionNode[], reads = READS()) {
  const refusals: string[] = [];
  const answers = await readState(nodes, reads, ({ name }, { message }) => {
    refusals.push(`${name}: ${message}`);
  });
  return { answers, refusals };
}

const said = (answer: Awaited<ReturnType<typeof ask>>['answers'][number]) =>
  answer && `${answer.outcome} ${answer.isProven ? 'proven ' : ''}${answer.output.toString('hex')}`;

describe('code and slots of before a range', () => {
  it('are proven against the state root, accounts that are not there too, in two batches', async () => {
    const archive = await node('archive', truth);
    const { answers, refusals } = await ask([archive.node]);
    expect(answers.map(said)).toEqual(RIGHT.map((output) => `answered proven ${output}`));
    expect(refusals).toEqual([]);
    // One proof for each account, and the code of those that have one.
    expect(archive.calls).toEqual([...Array(4).fill('eth_getProof'), ...Array(2).fill('eth_getCode')]);
  });

  it.each<[string, Answers, 'eth_getProof' | 'none']>([
    ['offers no proofs', truth, 'none'],
    [
      'has none of that block',
      async (call) => {
        if (call.method !== 'eth_getProof') return truth(call);
        throw new RpcRefusal(-32000, 'distance to target block exceeds the maximum proof window');
      },
      'eth_getProof',
    ],
  ])('are the word of a node that %s, and no more is said of them', async (_, answers, proofs) => {
    const plain = await node('plain', answers, proofs);
    const { answers: given, refusals } = await ask([plain.node]);
    expect(given.map(said)).toEqual(RIGHT.map((output) => `answered ${output}`));
    expect(refusals).toEqual([]);
  });

  it('are taken from whoever proves them before anybody who does not is asked', async () => {
    const plain = await node(
      'plain',
      async ({ method }) => (method === 'eth_getCode' ? '0xbad0' : '0xbad'),
      'none',
    );
    const archive = await node('archive', truth);
    const { answers } = await ask([plain.node, archive.node]);
    expect(answers.map(said)).toEqual(RIGHT.map((output) => `answered proven ${output}`));
    expect(plain.calls).toEqual([]);
  });
});

type Lie = (proof: RpcAccountProof, call: RpcCall) => unknown;
const lyingProof =
  (lie: Lie): Answers =>
  async (call) =>
    call.method === 'eth_getProof' ? lie((await truth(call)) as RpcAccountProof, call) : truth(call);
const lyingCode =
  (code: unknown): Answers =>
  async (call) =>
    call.method === 'eth_getCode' ? code : truth(call);
const changed = (hex: string): string => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
const storage = (proof: RpcAccountProof, nodes: (given: readonly string[], at: number) => unknown) => ({
  ...proof,
  storageProof: proof.storageProof.map((one, at) => ({ proof: nodes(one.proof, at) })),
});

const LIES: readonly [string, Answers, of: 'all' | 'some'][] = [
  ['another code', lyingCode('0x6003'), 'some'],
  ['no code where there is one', lyingCode('0x'), 'some'],
  ['code that is none', lyingCode(null), 'some'],
  ['code beyond all bounds', lyingCode(`0x${'60'.repeat(262_145)}`), 'some'],
  [
    "another account's proof",
    lyingProof((_, { params }) => state.proof(address(20), params?.[1] as string[])),
    'all',
  ],
  [
    'a proof of another block',
    lyingProof((_, { params }) => later.proof(String(params?.[0]), params?.[1] as string[])),
    'all',
  ],
  ['no nodes of the account', lyingProof((proof) => ({ ...proof, accountProof: [] })), 'all'],
  [
    'a proof that ends early',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.slice(0, -1) })),
    'all',
  ],
  [
    'a proof without its first node',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.slice(1) })),
    'all',
  ],
  [
    'a node too many',
    lyingProof((proof) => ({ ...proof, accountProof: [...proof.accountProof, proof.accountProof[0]] })),
    'all',
  ],
  [
    'a changed node',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.map(changed) })),
    'all',
  ],
  [
    'a changed last node',
    lyingProof((proof) => ({
      ...proof,
      accountProof: [...proof.accountProof.slice(0, -1), changed(proof.accountProof.at(-1)!)],
    })),
    'all',
  ],
  [
    'nodes that are none',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.map(() => '0x00') })),
    'all',
  ],
  ['nodes that are no hex', lyingProof((proof) => ({ ...proof, accountProof: [7] })), 'all'],
  ['no list of nodes', lyingProof(() => ({})), 'all'],
  ['nothing', lyingProof(() => null), 'all'],
  ['text', lyingProof(() => 'proof'), 'all'],
  ['no slots', lyingProof(({ accountProof }) => ({ accountProof })), 'some'],
  [
    'a slot too few',
    lyingProof((proof) => ({ ...proof, storageProof: proof.storageProof.slice(1) })),
    'some',
  ],
  [
    'slots in another order',
    lyingProof((proof) => ({ ...proof, storageProof: proof.storageProof.toReversed() })),
    'some',
  ],
  ['no nodes of a slot', lyingProof((proof) => storage(proof, () => [])), 'some'],
  ['a slot that ends early', lyingProof((proof) => storage(proof, (nodes) => nodes.slice(0, -1))), 'some'],
  [
    'a changed slot',
    lyingProof((proof) =>
      storage(proof, (nodes) => [...nodes.slice(0, -1), changed(nodes.at(-1) ?? '0x00')]),
    ),
    'some',
  ],
  [
    "the slot's word alone",
    lyingProof((proof) => ({ ...proof, storageProof: proof.storageProof.map(() => ({ value: '0x7' })) })),
    'some',
  ],
  [
    'the slots of another account',
    lyingProof(async (proof, { params }) => ({
      ...proof,
      storageProof: (await state.proof(PROXY, params?.[1] as string[])).storageProof,
    })),
    'some',
  ],
];

describe('a node that lies about what was there before a range', () => {
  it.each(LIES)('by %s is refused by name, and the next is asked', async (_, lie, of) => {
    const liar = await node('liar', lie);
    const archive = await node('archive', truth);
    const alone = await ask([liar.node]);
    expect(alone.refusals).toEqual([
      expect.stringMatching(/^liar: state of 0x\w{40} at the end of block 0xb1/),
    ]);
    alone.answers.forEach((answer, at) => {
      if (answer !== undefined) expect(said(answer)).toBe(`answered proven ${RIGHT[at]}`);
    });
    const unanswered = alone.answers.filter((answer) => answer === undefined).length;
    expect(unanswered).toBeGreaterThan(0);
    if (of === 'all') expect(unanswered).toBe(READS().length);
    // Neither is it asked at its word for what it lied about.
    expect(liar.calls.filter((method) => method === 'eth_getStorageAt')).toEqual([]);

    const both = await ask([liar.node, archive.node]);
    expect(both.answers.map(said)).toEqual(RIGHT.map((output) => `answered proven ${output}`));
    expect(both.refusals).toHaveLength(1);
  });

  it('is refused for the addresses it lies about alone', async () => {
    const liar = await node('liar', async (call) =>
      call.method === 'eth_getProof' && call.params?.[0] === TOKEN ? later.proof(PROXY, []) : truth(call),
    );
    const { answers } = await ask([liar.node]);
    expect(answers.map(said)).toEqual(
      RIGHT.map((output, at) => (at < 3 ? undefined : `answered proven ${output}`)),
    );
  });
});

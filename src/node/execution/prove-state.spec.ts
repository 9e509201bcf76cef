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
  if (method === 'eth_getBalance') return '0x0';
  if (method === 'eth_getTransactionCount') return state.code(of) === '0x' && of !== ACCOUNT ? '0x0' : '0x1';
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
  lists: 'none',
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
  read(TOKEN, 'nonce'),
  read(TOKEN, 'state:balance'),
  read(ABSENT, 'state:nonce'),
];
const word = (digits: string): string => digits.padStart(64, '0');
const RIGHT = [
  ...['6001', word('77'), word('0'), '6002', word('6b'), word('6c'), '', word('0'), '', word('0')],
  ...[word('1'), word('0'), word('0')],
];

async function ask(nodes: readonly ExecutionNode[], reads = READS()) {
  const refusals: string[] = [];
  const answers = await readState(nodes, reads, ({ name }, { message }) => {
    refusals.push(`${name}: ${message}`);
  });
  return { answers, refusals };
}

const said = (answer: Awaited<ReturnType<typeof ask>>['answers'][number]) =>
  answer && `${answer.outcome} ${answer.isProven ? 'proven ' : ''}${answer.output.toString('hex')}`;

describe('code and slots from before a range', () => {
  it('are proven against the state root in two batches, including missing accounts', async () => {
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
  ])('are attested by a node that %s', async (_, answers, proofs) => {
    const plain = await node('plain', answers, proofs);
    const { answers: given, refusals } = await ask([plain.node]);
    expect(given.map(said)).toEqual(RIGHT.map((output) => `answered ${output}`));
    expect(refusals).toEqual([]);
  });

  it('are taken from nodes that prove them before others are asked', async () => {
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
  storageProof: proof.storageProof.map((one, at) => ({ ...one, proof: nodes(one.proof, at) })),
});

const stated =
  (field: string, value: unknown): Lie =>
  async (proof, { params }) => ({
    ...proof,
    // As nodes state them besides the trie nodes.
    ...(params?.[0] === ABSENT ? {} : { [field]: value }),
  });
const slotStated =
  (field: string, value: unknown): Lie =>
  (proof) => ({
    ...proof,
    storageProof: proof.storageProof.map((one) => ({ ...one, [field]: value })),
  });
const lastNode = (nodes: readonly string[], alter: (node: string) => string): string[] =>
  nodes.map((node, at) => (at === nodes.length - 1 ? alter(node) : node));

const LIES: readonly [string, Answers, of: 'all' | 'some'][] = [
  ['the code of another account', lyingCode('0x6002'), 'some'],
  ['half of the code', lyingCode('0x60'), 'some'],
  ['code with a byte too many', lyingCode('0x600100'), 'some'],
  ['a delegation instead of code', lyingCode(`0xef0100${'77'.repeat(20)}`), 'some'],
  ['code that is text', lyingCode('6001'), 'some'],
  ['code of half bytes', lyingCode('0x600'), 'some'],
  ['code that is a number', lyingCode(24_577), 'some'],
  ['another balance', lyingProof(stated('balance', '0x7')), 'some'],
  ['a balance that is none', lyingProof(stated('balance', 'much')), 'some'],
  ['a balance that is a number', lyingProof(stated('balance', 0)), 'some'],
  ['a balance beyond 256 bits', lyingProof(stated('balance', `0x1${'00'.repeat(32)}`)), 'some'],
  ['another nonce', lyingProof(stated('nonce', '0x2')), 'some'],
  ['no nonce', lyingProof(stated('nonce', null)), 'some'],
  ['another code hash', lyingProof(stated('codeHash', `0x${'ab'.repeat(32)}`)), 'some'],
  ['a code hash of zeros', lyingProof(stated('codeHash', `0x${'00'.repeat(32)}`)), 'some'],
  ['another storage hash', lyingProof(stated('storageHash', `0x${'ab'.repeat(32)}`)), 'some'],
  ['another address', lyingProof(stated('address', PROXY)), 'some'],
  ['another value of a slot', lyingProof(slotStated('value', '0x1234')), 'some'],
  ['a value that is text', lyingProof(slotStated('value', 'none')), 'some'],
  ['a value of too many digits', lyingProof(slotStated('value', `0x${'00'.repeat(33)}`)), 'some'],
  ['the key of another slot', lyingProof(slotStated('key', slot(99))), 'some'],
  [
    'a slot too many',
    lyingProof((proof) => ({ ...proof, storageProof: [...proof.storageProof, { proof: [] }] })),
    'all',
  ],
  ['slots that are nothing', lyingProof((proof) => ({ ...proof, storageProof: [null, null] })), 'some'],
  ['slots that are no list', lyingProof((proof) => ({ ...proof, storageProof: 'none' })), 'some'],
  [
    'nodes in another order',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.toReversed() })),
    'all',
  ],
  [
    'each node twice',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.flatMap((one) => [one, one]) })),
    'all',
  ],
  [
    'an inner node left out',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.toSpliced(1, 1) })),
    'all',
  ],
  [
    'a last node cut off',
    lyingProof((proof) => ({
      ...proof,
      accountProof: lastNode(proof.accountProof, (node) => node.slice(0, -2)),
    })),
    'all',
  ],
  [
    'a last node with a byte too many',
    lyingProof((proof) => ({ ...proof, accountProof: lastNode(proof.accountProof, (node) => `${node}00`) })),
    'all',
  ],
  [
    'a node of another block',
    lyingProof(async (proof, { params }) => {
      const other = await later.proof(String(params?.[0]), []);
      return { ...proof, accountProof: [other.accountProof[0], ...proof.accountProof.slice(1)] };
    }),
    'all',
  ],
  [
    'an absent account instead of it',
    lyingProof(async (proof) => ({
      ...proof,
      accountProof: (await state.proof(address(998), [])).accountProof,
    })),
    'all',
  ],
  [
    'the nodes as one text',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.join('') })),
    'all',
  ],
  [
    'nodes without 0x',
    lyingProof((proof) => ({ ...proof, accountProof: proof.accountProof.map((one) => one.slice(2)) })),
    'all',
  ],
  [
    'an endless node',
    lyingProof((proof) => ({ ...proof, accountProof: [`0x${'f9'.repeat(100_000)}`] })),
    'all',
  ],
  [
    'the slots of another block',
    lyingProof(async (proof, { params }) =>
      params?.[0] === TOKEN
        ? { ...proof, storageProof: (await later.proof(TOKEN, params?.[1] as string[])).storageProof }
        : proof,
    ),
    'some',
  ],
  [
    'nodes for an account without storage',
    lyingProof(async (proof, { params }) =>
      params?.[0] === ACCOUNT
        ? { ...proof, storageProof: (await state.proof(PROXY, params?.[1] as string[])).storageProof }
        : proof,
    ),
    'some',
  ],
  [
    'a slot with a node too many',
    lyingProof((proof) => storage(proof, (nodes) => [...nodes, ...nodes.slice(0, 1)])),
    'some',
  ],
  ['a slot whose nodes are text', lyingProof((proof) => storage(proof, () => '0x80')), 'some'],
  ['a slot whose nodes are no hex', lyingProof((proof) => storage(proof, () => ['0xzz'])), 'some'],
  [
    'a slot with its last node cut off',
    lyingProof((proof) => storage(proof, (nodes) => lastNode([...nodes], (node) => node.slice(0, -2)))),
    'some',
  ],
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
  const table: string[] = [];
  afterAll(() => {
    process.stdout.write(
      `${table.length} kinds of altered state answers, and why each is refused\n${table.join('\n')}\n`,
    );
  });

  it.each(LIES)('by %s is refused by name, and the next is asked', async (name, lie, of) => {
    const liar = await node('liar', lie);
    const archive = await node('archive', truth);
    const alone = await ask([liar.node]);
    expect(alone.refusals).toEqual([
      expect.stringMatching(/^liar: state of 0x\w{40} at the end of block 0xb1/),
    ]);
    table.push(`${name.padEnd(40)} ${alone.refusals[0]!.replace(/^.*?block 0x\w+: /, '')}`);
    alone.answers.forEach((answer, at) => {
      if (answer !== undefined) expect(said(answer)).toBe(`answered proven ${RIGHT[at]}`);
    });
    const unanswered = alone.answers.filter((answer) => answer === undefined).length;
    expect(unanswered).toBeGreaterThan(0);
    if (of === 'all') expect(unanswered).toBe(READS().length);
    // Nor is its word taken for what it lied about.
    expect(liar.calls.filter((method) => method === 'eth_getStorageAt')).toEqual([]);

    const both = await ask([liar.node, archive.node]);
    expect(both.answers.map(said)).toEqual(RIGHT.map((output) => `answered proven ${output}`));
    expect(both.refusals).toHaveLength(1);
  });

  it('is refused only for the addresses that it lies about', async () => {
    const liar = await node('liar', async (call) =>
      call.method === 'eth_getProof' && call.params?.[0] === TOKEN ? later.proof(PROXY, []) : truth(call),
    );
    const { answers } = await ask([liar.node]);
    expect(answers.map(said)).toEqual(
      RIGHT.map((output, at) => (READS()[at]!.address === TOKEN ? undefined : `answered proven ${output}`)),
    );
  });
});

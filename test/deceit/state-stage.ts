import { encodeDeployData, encodeFunctionData, type Hex, parseAbi, zeroAddress, zeroHash } from 'viem';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { NodeAnswers } from '../integration/lying-node/node-answers.js';
import { DeceivingChain } from './deceiving-chain.js';

export const EIP1967 = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
export const ROLE: Hex = `0x${'12'.repeat(32)}`;
const SALT: Hex = `0x${'77'.repeat(32)}`;
const GUARD = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8';

const ABI = parseAbi([
  'function take(address to)',
  'function say(address to)',
  'function offer(address to)',
  'function pointTo(address implementation)',
  'function write(address who)',
  'function point(bytes32 slot, address who)',
  'function grant(bytes32 role, address who)',
  'function take(bytes32 role, address who)',
  'function name(address who)',
  'function rename(string name, string symbol)',
  'function mint(address to, uint256 value)',
  'function bear(uint256 count)',
  'function createAndDestroyAt(bytes32 salt)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256, uint256, uint256, address, address, bytes signatures)',
]);

export const MALLORY: Hex = `0x${'66'.repeat(20)}`;
export const PEOPLE: readonly Hex[] = [`0x${'b0'.repeat(20)}`, `0x${'c0'.repeat(20)}`];

const CONTRACTS = [
  'silent',
  'other',
  'nested',
  'borrowed',
  'proxy',
  'roles',
  'meddler',
  'token',
  'nursery',
  'undertaker',
  'guard',
] as const;
export type StageContract = (typeof CONTRACTS)[number] | 'safe' | 'created';

/** Contracts whose owners, modules, roles and names are in storage, and one block that changes them all. */
export class StateStage {
  readonly at = new Map<StageContract, Hex>();
  /** The singleton of the Safe. */
  singleton: Hex = '0x';
  readonly #client: RpcClient;
  readonly #chain: DeceivingChain;
  readonly #alice = accountOf('chainproof', 'alice');

  constructor(
    url: string,
    private readonly safe: Hex,
  ) {
    this.#client = new RpcClient(url);
    this.#chain = new DeceivingChain(url, this.#alice);
  }

  addressOf(which: StageContract): Hex {
    return this.at.get(which)!;
  }

  /** Deploys and fills the contracts. @returns the number of the last block */
  async build(): Promise<number> {
    const alice = this.#alice.address;
    this.at.set('safe', this.safe);
    this.singleton = await this.#chain.slot(this.safe, 0n);
    const deploy = async (which: StageContract, name: string, ...args: unknown[]) => {
      this.at.set(which, (await this.#chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!);
    };
    await deploy('silent', 'SilentOwner', alice);
    await deploy('other', 'SilentOwner', PEOPLE[0]);
    await deploy('nested', 'SilentOwner', PEOPLE[0]);
    await deploy('borrowed', 'BorrowedOwner', this.addressOf('silent'));
    await deploy('proxy', 'SlotProxy', EIP1967, this.addressOf('silent'));
    await deploy('roles', 'SilentRoles');
    await deploy('meddler', 'SafeMeddler');
    await deploy('token', 'RenamingToken', 'honest coin', 'HON');
    await deploy('nursery', 'Nursery', 0n);
    await deploy('undertaker', 'Undertaker');
    await deploy('guard', 'OpenGuard');
    return this.#chain.block([
      this.#call('roles', 'grant', ROLE, PEOPLE[1]),
      this.#call('token', 'mint', alice, 100n),
      this.#call('proxy', 'take', PEOPLE[0]),
      this.#call('silent', 'offer', PEOPLE[0]),
      this.#call('roles', 'name', PEOPLE[0]),
    ]);
  }

  /** Mines the block that nodes lie about. @returns its number */
  async change(): Promise<number> {
    const bob = accountOf('chainproof', 'bob');
    const authorization = await bob.signAuthorization({
      chainId: 1,
      contractAddress: this.addressOf('other'),
      nonce: await this.#chain.nonceOf(bob.address),
    });
    const { abi, bytecode } = ownArtifact('SilentOwner');
    const number = await this.#chain.block([
      this.#call('silent', 'take', PEOPLE[1]),
      this.#call('silent', 'offer', PEOPLE[1]),
      this.#call('other', 'say', MALLORY),
      this.#call('borrowed', 'take', this.addressOf('other')),
      this.#call('proxy', 'pointTo', this.addressOf('other')),
      this.#call('proxy', 'take', PEOPLE[1]),
      this.#call('roles', 'grant', ROLE, PEOPLE[0]),
      this.#call('roles', 'take', ROLE, PEOPLE[1]),
      this.#call('roles', 'name', PEOPLE[1]),
      this.#call('token', 'rename', 'other coin', 'OTH'),
      this.#bySafe('meddler', 1, 'write', PEOPLE[0]),
      this.#bySafe('meddler', 1, 'point', GUARD, this.addressOf('guard')),
      this.#bySafe('nested', 0, 'take', PEOPLE[1]),
      { data: encodeDeployData({ abi, bytecode, args: [PEOPLE[1]] }) },
      this.#call('nursery', 'bear', 1n),
      this.#call('undertaker', 'createAndDestroyAt', SALT),
      { to: PEOPLE[0]!, data: '0x', value: 5n, authorizations: [authorization] },
    ]);
    const { receipts } = await this.answers(number);
    const created = receipts.find(({ contractAddress }) => contractAddress)?.contractAddress;
    this.at.set('created', String(created).toLowerCase() as Hex);
    const failed = receipts.findIndex(({ status }) => status !== '0x1');
    if (failed >= 0) throw new Error(`transaction ${failed} of the block failed`);
    return number;
  }

  hashOf(number: number): Promise<Hex> {
    return this.#client
      .call<{ hash: Hex }>('eth_getBlockByNumber', quantity(number), false)
      .then(({ hash }) => hash);
  }

  /** The node's answers about a block. */
  async answers(number: number): Promise<NodeAnswers> {
    const at = quantity(number);
    const trace = (tracer: string, tracerConfig: object) => ({
      method: 'debug_traceBlockByNumber',
      params: [at, { tracer, tracerConfig }],
    });
    const [block, receipts, traces, diffs] = (await this.#client.batch([
      { method: 'eth_getBlockByNumber', params: [at, true] },
      { method: 'eth_getBlockReceipts', params: [at] },
      trace('callTracer', { withLog: true }),
      trace('prestateTracer', { diffMode: true }),
    ])) as [NodeAnswers['block'], NodeAnswers['receipts'], NodeAnswers['traces'], NodeAnswers['diffs']];
    return { block, receipts, ommers: [], traces, diffs };
  }

  #call(to: StageContract, functionName: string, ...args: readonly unknown[]) {
    return { to: this.addressOf(to), data: dataOf(functionName, args) };
  }

  #bySafe(to: StageContract, operation: 0 | 1, functionName: string, ...args: readonly unknown[]) {
    const signature = `0x${this.#alice.address.slice(2).padStart(64, '0')}${zeroHash.slice(2)}01` as const;
    return this.#call(
      'safe',
      'execTransaction',
      ...[this.addressOf(to), 0n, dataOf(functionName, args), operation],
      ...[0n, 0n, 0n, zeroAddress, zeroAddress, signature],
    );
  }
}

const dataOf = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]);

const quantity = (number: number): Hex => `0x${number.toString(16)}`;

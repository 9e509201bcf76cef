import { readFileSync } from 'node:fs';
import { readForkSchedule } from '../src/definition/binding/fork-schedule.js';
import { fromHex } from '../src/domain/chain/codec/hex.js';
import type { Address } from '../src/domain/chain/hex.js';
import { keccak256 } from '../src/domain/crypto/keccak.js';
import { delegation } from '../src/state/execution/delegation.js';
import type { BlockContext } from '../src/state/execution/run/block-context.js';
import { type MemoryAccount, MemoryState } from '../src/state/execution/run/memory-state.js';
import { ViewExecutor } from '../src/state/execution/view-executor.js';
import { printPortfolio } from './state-portfolio.js';

// CPU microseconds a view call, by kind: the reference and the fast interpreter, in turns, in one process; then the gas of a block, and a portfolio.
// Run after a build: `node dist/bench/state.js`.
const ROUNDS = 7;
const PER_ROUND = 300;
const OPENZEPPELIN = 'node_modules/@openzeppelin/contracts/build/contracts';
const SAFE = 'node_modules/@safe-global/safe-contracts/build/artifacts/contracts';
/** EIP-1967. */
const IMPLEMENTATION = BigInt('0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3bc505d382bbc');
const SAFE_OWNERS = 2n;
const SENTINEL = 1n;

const address = (byte: number) => `0x${byte.toString(16).padStart(2, '0').repeat(20)}` as Address;
const [TOKEN, PROXY, ADMIN, SAFE_PROXY, SINGLETON, HOLDER] = [1, 2, 3, 4, 5, 6].map(address);
const OWNERS = [0xa1, 0xa2, 0xa3].map(address);

const state = new MemoryState([
  [TOKEN!, contract(`${OPENZEPPELIN}/ERC20PresetFixedSupply.json`, [[mapping(HOLDER!, 0n), 7n]])],
  [
    PROXY!,
    contract(`${OPENZEPPELIN}/ERC1967Proxy.json`, [
      [IMPLEMENTATION, BigInt(TOKEN!)],
      [mapping(HOLDER!, 0n), 7n],
    ]),
  ],
  [ADMIN!, contract(`${OPENZEPPELIN}/ProxyAdmin.json`, [[0n, BigInt(HOLDER!)]])],
  [SAFE_PROXY!, contract(`${SAFE}/proxies/SafeProxy.sol/SafeProxy.json`, safeSlots())],
  [SINGLETON!, contract(`${SAFE}/Safe.sol/Safe.json`, [])],
]);

const block: BlockContext = {
  number: 25_000_000,
  timestamp: 1_780_000_000,
  beneficiary: address(9),
  prevRandao: 0n,
  gasLimit: 60_000_000,
  baseFeePerGas: 1n,
  blobBaseFee: 1n,
};
const executor = new ViewExecutor(readForkSchedule('definitions/bindings/fork-schedule.yaml').schedule);
const balanceOf = fromHex(`0x70a08231${HOLDER!.slice(2).padStart(64, '0')}`);

await printView('balanceOf of a plain token', TOKEN!, balanceOf);
await printView('owner', ADMIN!, fromHex('0x8da5cb5b'));
await printView('balanceOf through an ERC-1967 proxy', PROXY!, balanceOf);
await printView('getOwners of a Safe with three owners', SAFE_PROXY!, fromHex('0xa0e67e2b'));
await print('delegation of an ERC-1967 proxy', {
  reference: () =>
    delegation(PROXY!, state, ({ data, source, stopsAt }) =>
      executor.referenceView(PROXY!, data, block, source, { stopsAt }),
    ),
  fast: () =>
    delegation(PROXY!, state, ({ data, source, stopsAt }) =>
      executor.view(PROXY!, data, block, source, { stopsAt }),
    ),
});

await printBlockOfGas();
await printPortfolio();

/** CPU seconds of as many calls as have the gas of a block, by the fast interpreter and by the reference. */
async function printBlockOfGas(): Promise<void> {
  const { gasUsed } = await executor.referenceView(PROXY!, balanceOf, block, state);
  const calls = Math.ceil(block.gasLimit / gasUsed);
  const seconds = async (run: () => unknown): Promise<number> => {
    const started = process.cpuUsage();
    for (let call = 0; call < calls; call++) await run();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  const reference = await seconds(() => executor.referenceView(PROXY!, balanceOf, block, state));
  const fast = await seconds(() => executor.fastView(PROXY!, balanceOf, block, state));
  console.log(
    `${block.gasLimit} gas in ${calls} calls of a proxy: reference ${reference.toFixed(1)} s  fast ${fast.toFixed(2)} s  ratio ${(reference / fast).toFixed(1)}`,
  );
}

async function printView(kind: string, to: Address, data: Buffer): Promise<void> {
  const result = await executor.referenceView(to, data, block, state);
  if (result.outcome !== 'returned') throw new Error(`${kind}: ${result.outcome}`);
  await print(kind, {
    reference: () => executor.referenceView(to, data, block, state),
    fast: () => executor.fastView(to, data, block, state),
  });
}

async function print(kind: string, sides: { reference: () => unknown; fast: () => unknown }): Promise<void> {
  const rounds: { reference: number; fast: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    rounds.push({ reference: await microseconds(sides.reference), fast: await microseconds(sides.fast) });
  }
  // The first round compiles.
  const measured = rounds.slice(1);
  const reference = median(measured.map((round) => round.reference));
  const fast = median(measured.map((round) => round.fast));
  const ratio = median(measured.map((round) => round.reference / round.fast));
  console.log(
    `${kind.padEnd(40)} reference ${reference.toFixed(0).padStart(5)} µs  fast ${fast.toFixed(0).padStart(4)} µs  ratio ${ratio.toFixed(1)}`,
  );
}

async function microseconds(run: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  for (let call = 0; call < PER_ROUND; call++) await run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / PER_ROUND;
}

function contract(artifact: string, slots: [bigint, bigint][]): MemoryAccount {
  const { deployedBytecode } = JSON.parse(readFileSync(artifact, 'utf8')) as { deployedBytecode: string };
  return { code: fromHex(deployedBytecode), nonce: 1n, slots: new Map(slots) };
}

/** A list of owners from the sentinel back to it. */
function safeSlots(): [bigint, bigint][] {
  const ring = [SENTINEL, ...OWNERS.map(BigInt), SENTINEL];
  const links = ring.slice(1).map((next, at): [bigint, bigint] => [mapping(ring[at]!, SAFE_OWNERS), next]);
  return [[0n, BigInt(SINGLETON!)], [3n, BigInt(OWNERS.length)], ...links];
}

/** The slot of a key of a Solidity mapping. */
function mapping(key: Address | bigint, slot: bigint): bigint {
  const words = [BigInt(key), slot].map((word) => word.toString(16).padStart(64, '0')).join('');
  return BigInt(`0x${keccak256(Buffer.from(words, 'hex')).toString('hex')}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { FastDice } from './dice.js';
import { generatedCode } from './generated-code.js';

/** Folders of compiled contracts in npm packages of the demo. */
const PACKAGES = [
  'node_modules/@openzeppelin/contracts/build/contracts',
  'node_modules/@uniswap/v2-core/build',
  'node_modules/@safe-global/safe-contracts/build/artifacts/contracts',
];
const MAX_CODE = 24_576;

export const addressNumber = (number: number): Address =>
  `0x${(0xc0de_0000 + number).toString(16).padStart(40, '0')}` as Address;

/** Runtime code from npm packages, without code that needs linked libraries. */
export function packagedCodes(): Map<Address, Buffer> {
  const codes = new Map<string, Buffer>();
  for (const folder of PACKAGES) {
    for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
      if (!name.endsWith('.json') || name.endsWith('.dbg.json')) continue;
      const { deployedBytecode, evm } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        deployedBytecode?: string;
        evm?: { deployedBytecode?: { object?: string } };
      };
      const digits = (deployedBytecode ?? evm?.deployedBytecode?.object ?? '').replace(/^0x/, '');
      if (/^([0-9a-f]{2})+$/i.test(digits)) codes.set(digits, Buffer.from(digits, 'hex'));
    }
  }
  return numbered([...codes.values()]);
}

/** Creation code of `contracts/`, by address: a call of it deploys it, and returns the runtime code. */
export function creationCodes(): Map<Address, Buffer> {
  const { contracts } = JSON.parse(readFileSync('.cache/demo-contracts.json', 'utf8')) as {
    contracts: Record<string, { bytecode: string }>;
  };
  return numbered(Object.values(contracts).map(({ bytecode }) => fromHex(bytecode)));
}

/** 400 mainnet contracts at their addresses; undefined if SHARED_DIR has none. */
export function mainnetCodes(): Map<Address, Buffer> | undefined {
  if (REFERENCE_DIRECTORY === undefined) return undefined;
  const lines = gunzipSync(readFileSync(join(REFERENCE_DIRECTORY, 'contracts.ndjson.gz')))
    .toString()
    .trim()
    .split('\n');
  return new Map(
    lines
      .map((line) => JSON.parse(line) as { address: string; code: string })
      .map(({ address, code }) => [address.toLowerCase() as Address, fromHex(code)]),
  );
}

/** Programs that call each other and, since Prague, accounts that delegate to them (EIP-7702). */
export function generatedCodes(count: number, seed: number, hasDelegations: boolean): Map<Address, Buffer> {
  const dice = new FastDice(seed);
  const addresses = Array.from({ length: count }, (_, number) => addressNumber(number));
  return new Map(
    addresses.map((address, number) => [
      address,
      hasDelegations && number % 10 === 9 ? designator(dice.pick(addresses)) : generatedCode(dice, addresses),
    ]),
  );
}

/** Call data for a contract: a selector in its code or a random one, and words like arguments. */
export function sampleInput(dice: FastDice, code: Buffer, addresses: readonly Address[]): Buffer {
  const selectors = pushedSelectors(code);
  const selector = selectors.length > 0 && dice.below(8) > 0 ? dice.pick(selectors) : dice.bytes(4);
  const words = Array.from({ length: dice.below(5) }, () => {
    const argument = Buffer.alloc(32);
    const kind = dice.below(10);
    if (kind < 4) fromHex(dice.pick(addresses)).copy(argument, 12);
    else if (kind < 8) argument.writeUInt16BE(dice.below(400), 30);
    else if (kind < 9) dice.bytes(32).copy(argument);
    return argument;
  });
  return Buffer.concat([selector, ...words]);
}

function pushedSelectors(code: Buffer): Buffer[] {
  const PUSH4 = 0x63;
  const selectors: Buffer[] = [];
  for (let at = 0; at < code.length - 5; at++) {
    if (code[at] === PUSH4) selectors.push(code.subarray(at + 1, at + 5));
  }
  return selectors;
}

function numbered(codes: Buffer[]): Map<Address, Buffer> {
  return new Map(
    codes
      .filter(({ length }) => length > 0 && length <= MAX_CODE)
      .map((code, at) => [addressNumber(at), code]),
  );
}

function designator(target: Address): Buffer {
  return Buffer.concat([Buffer.from('ef0100', 'hex'), fromHex(target)]);
}

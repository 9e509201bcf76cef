import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, keccak256, namehash, parseAbi, stringToBytes } from 'viem';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { assembled, RETURN_TOP } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { DeceivingChain } from './deceiving-chain.js';

const ABI = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner)',
  'function setResolver(bytes32 node, address newResolver)',
  'function setName(address resolver, string name)',
]);
const NAMES = `
SELECT value, start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'identity:ens_primary_name' AND subject = $1`;
const alice = accountOf('chainproof', 'alice');
const ALICE = alice.address.toLowerCase() as Hex;
const PARENT = 'alice.eth';

/** A resolver made of programs that answer `name` and `addr`; it ignores other calls. */
const resolver = (name: string, addr: string): string => `
0 CALLDATALOAD 224 SHR DUP1 0x691f3431 EQ @name JUMPI 0x3b3b57de EQ @addr JUMPI STOP name: ${name} addr: ${addr}`;
/** A program that returns ABI-encoded text. A `length` other than that of the bytes makes it malformed. */
const text = (bytes: Uint8Array, length = bytes.length): string => {
  const padded = Buffer.concat([bytes, Buffer.alloc(32)]).toString('hex');
  const words = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) =>
    padded.slice(64 * at, 64 * at + 64),
  );
  const stored = words.map((word, at) => `0x${word} ${64 + 32 * at} MSTORE`).join(' ');
  return `32 0 MSTORE ${length} 32 MSTORE ${stored} ${64 + 32 * words.length} 0 RETURN`;
};
const named = (name: string): string => text(stringToBytes(name));
const HERS = `${ALICE} ${RETURN_TOP}`;
const OFFCHAIN = '0x556f1830 224 SHL 0 MSTORE 4 0 REVERT';

/** A subname of alice.eth, the code of its resolver, and the name that it proves, if any. */
interface World {
  readonly label: string;
  readonly code: string;
  readonly is?: string;
}
const labelled = (label: string, is?: string): World => ({
  label,
  code: resolver(named(`${label}.${PARENT}`), HERS),
  ...(is !== undefined && { is }),
});
const answering = (name: string, addr = HERS, is?: string): World => ({
  label: 'shop',
  code: resolver(name, addr),
  ...(is !== undefined && { is }),
});
const SHOP = named(`shop.${PARENT}`);

const WORLDS: Readonly<Record<string, World>> = {
  'a plain name': labelled('shop', 'shop.alice.eth'),
  'capital letters': labelled('Shop'),
  'a null byte in a label': labelled('sh\0op'),
  'a line break at the end of a label': labelled('shop\n'),
  'a letter of another script': labelled('\u0455hop'),
  'letters that are written from the right': labelled('\u202epohs'),
  'an invisible letter': labelled('sh\u200dop'),
  'an empty label': labelled(''),
  'a dot in a label': labelled('a.shop'),
  'a label of 300 letters': labelled('s'.repeat(300)),
  'a null byte after the name': answering(named(`shop.${PARENT}\0`)),
  'a dot after the name': answering(named(`shop.${PARENT}.`)),
  'no valid UTF-8': answering(text(Buffer.concat([Buffer.from(`shop.${PARENT}`), Buffer.from([0xff])]))),
  'more length than bytes': answering(text(Buffer.from(`shop.${PARENT}`), 2 ** 32)),
  'an offchain name': answering(OFFCHAIN),
  'an offchain address': answering(SHOP, OFFCHAIN),
  'a revert with a megabyte': answering('1000000 0 REVERT'),
  'a megabyte in place of a name': answering('1000000 0 RETURN'),
  'a name without an end': answering('again: @again JUMP'),
  'an address with more bits': answering(SHOP, `${ALICE} 1 160 SHL OR ${RETURN_TOP}`),
  'an address of 20 bytes': answering(SHOP, `${ALICE} 96 SHL 0 MSTORE 20 0 RETURN`),
  'an address at odd times': answering(SHOP, `${ALICE} TIMESTAMP 12 SWAP1 DIV 2 SWAP1 MOD MUL ${RETURN_TOP}`),
  'an address of who asks': answering(SHOP, `CALLER ${RETURN_TOP}`),
  'a plain name again': labelled('last', 'last.alice.eth'),
};

let demo: DemoDatabases;
const blocks = new Map<string, number>();
let shown: readonly { readonly value: string; readonly start: number; readonly end: number | null }[];

beforeAll(async () => {
  demo = await DemoDatabases.startOwn();
  const chain = new DeceivingChain(demo.chain.url, alice);
  const [registry] = [...readDefinitions(true).bindings.get('ens-registry')!.members.keys()] as [Hex];
  const registrar = demo.chain.manifest.address('reverse registrar') as Hex;
  const call = (to: Hex, functionName: string, args: readonly unknown[]) => ({
    to,
    data: encodeFunctionData({ abi: ABI, functionName, args } as never),
  });
  const parent = namehash(PARENT);
  for (const [what, { label, code }] of Object.entries(WORLDS)) {
    const runtime = assembled(code);
    const [place] = (await chain.create([creationOf(runtime)])) as [Hex];
    const hash = keccak256(stringToBytes(label));
    const node = keccak256(Buffer.concat([fromHex(parent), fromHex(hash)]));
    blocks.set(
      what,
      await chain.block([
        call(registry, 'setSubnodeOwner', [parent, hash, ALICE]),
        call(registry, 'setResolver', [node, place]),
        call(registrar, 'setName', [place, 'x']),
      ]),
    );
  }
  const pool = await demo.inOrderUpTo(await chain.height());
  shown = (await pool.query(NAMES, [fromHex(ALICE)])).rows;
});
afterAll(() => demo?.stop());

function creationOf(runtime: Buffer): Hex {
  const head = Buffer.from('61000080600b6000396000f3', 'hex');
  head.writeUInt16BE(runtime.length, 1);
  head[5] = head.length;
  return `0x${Buffer.concat([head, runtime]).toString('hex')}`;
}

it.each(Object.keys(WORLDS))('a resolver proves its name, or none: %s', (what) => {
  const block = blocks.get(what)!;
  const names = shown.filter(({ start, end }) => start <= block && block <= (end ?? Infinity));
  expect(names.map(({ value }) => value)).toEqual([WORLDS[what]!.is].filter((is) => is !== undefined));
});

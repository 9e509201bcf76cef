import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Log } from '../../src/domain/chain/record/block.js';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';

const [ALICE, BOB] = [addressNamed('alice'), addressNamed('bob')];
/** Code that answers every call with the text USDC. */
const SAYS_USDC = '0x60205f526004602052635553444360e01b60405260605ff3';

type OfEmitter = (emitter: Buffer) => Log;
const amount: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [ALICE, BOB], [1]);
const item: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [ALICE, BOB, 7]);

interface Emitter {
  readonly code?: string;
  /** Of one block each. */
  readonly logs: readonly OfEmitter[];
  readonly risks: readonly string[];
}

const EMITTERS: Readonly<Record<string, Emitter>> = {
  'an imitation': { code: SAYS_USDC, logs: [amount], risks: ['risk:impersonates_asset=USDC'] },
  'an imitation that emits an ERC-721 Transfer, too': {
    code: SAYS_USDC,
    logs: [amount, item],
    risks: ['risk:impersonates_asset=USDC'],
  },
  'an imitation that emits one first': {
    code: SAYS_USDC,
    logs: [item, amount],
    risks: ['risk:impersonates_asset=USDC'],
  },
  'a collection of that symbol': { code: SAYS_USDC, logs: [item], risks: [] },
  'a contract of that symbol that moves nothing': { code: SAYS_USDC, logs: [], risks: [] },
};
const RISKS = /^risk:/;

describe('a contract that would shed what is proven of it, by events of its own', () => {
  let claims: Awaited<ReturnType<typeof claimsOfChain>>;

  beforeAll(async () => {
    const emitters = Object.entries(EMITTERS);
    const blocks = Math.max(...emitters.map(([, { logs }]) => logs.length));
    claims = await claimsOfChain(
      emitters.map(([name, { code }]) => account(addressNamed(name), code)),
      Array.from({ length: blocks }, (_, at) =>
        emitters.map(([name, { logs }]) => ({
          from: ALICE,
          to: BOB,
          logs: logs.slice(at, at + 1).map((log) => log(addressNamed(name))),
        })),
      ),
    );
  });

  it.each(Object.entries(EMITTERS))('%s', (name, { risks }) => {
    const own = claims.get(`0x${addressNamed(name).toString('hex')}`) ?? [];
    expect(own.map(claimText).filter((text) => RISKS.test(text))).toEqual(risks);
  });
});

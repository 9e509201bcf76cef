import { beforeAll, describe, expect, it } from '@jest/globals';
import { encodeAbiParameters } from 'viem';
import type { Log } from '../../src/domain/chain/record/block.js';
import { assembled } from '../builder/assembled.js';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';

const [NOBODY, ALICE, BOB] = [Buffer.alloc(20), addressNamed('alice'), addressNamed('bob')];
/** Code that answers every call with the text USDC. */
const SAYS_USDC = '0x60205f526004602052635553444360e01b60405260605ff3';
/** Answers with a further word after the text. */
const SAYS_MORE = '0x60205f526004602052635553444360e01b60405260805ff3';
/** Answers with a further word before the text's length. */
const SAYS_LATER = '0x60405f526004604052635553444360e01b60605260805ff3';

/** Code that answers every call with a text, if the program before lets it. */
function says(text: string, before = ''): string {
  const answer = Buffer.from(encodeAbiParameters([{ type: 'string' }], [text]).slice(2), 'hex');
  const copied = (from: number) =>
    assembled(`${before} ${answer.length} ${from} 0 CODECOPY ${answer.length} 0 RETURN`);
  return `0x${Buffer.concat([copied(copied(1).length), answer]).toString('hex')}`;
}

const REFUSED = '0 0 REVERT';
/** Finds out whether an account is warm: the code calls itself with gas for an access to one that is. */
const PROBE = (address: string) =>
  `CALLDATASIZE @asked JUMPI ${address} BALANCE STOP asked: 0 0 0 0 ADDRESS 1000 STATICCALL`;

type OfEmitter = (emitter: Buffer) => Log;
const amount: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [ALICE, BOB], [1]);
const mint: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [NOBODY, BOB], [1]);
const itemMint: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [NOBODY, BOB, 7]);
const exclusion: OfEmitter = (emitter) => eventLog(emitter, 'Blacklisted(address)', [BOB]);
const item: OfEmitter = (emitter) => eventLog(emitter, TRANSFER, [ALICE, BOB, 7]);

interface Emitter {
  readonly code?: string;
  /** One log in each block. */
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
  'an imitation that answers with a word more behind the text': {
    code: SAYS_MORE,
    logs: [amount],
    risks: ['risk:impersonates_asset=USDC'],
  },
  'an imitation that answers with a word more before the text': {
    code: SAYS_LATER,
    logs: [amount],
    risks: ['risk:impersonates_asset=USDC'],
  },
  ...Object.fromEntries(
    Object.entries({
      ᴜꜱᴅᴄ: 'USDC',
      '🆄🆂🅳🅲': 'USDC',
      USDƇ: 'USDC',
      'U₴DT': 'USDT',
      WΞTH: 'WETH',
      '5HIB': 'SHIB',
      VVETH: 'WETH',
      'USD Coin (USDC)': 'USDC',
      ETH: 'ETH',
      Ether: 'ETH',
      [`WETH${'\u200d'.repeat(90)}`]: 'WETH',
      [`WETH${'\u200d'.repeat(1_300)}`]: 'WETH',
    }).map(([text, asset]) => [
      `a token that calls itself ${text}`,
      { code: says(text), logs: [amount], risks: [`risk:impersonates_asset=${asset}`] },
    ]),
  ),
  'a token whose symbol ends in that of ether': { code: says('ezETH'), logs: [amount], risks: [] },
  'an imitation that asks whether its admin calls': {
    code: says('USDC', `CALLER 173 SUB @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: ['risk:impersonates_asset=USDC'],
  },
  'an imitation only for those that pay nothing for gas': {
    code: says('USDC', `GASPRICE ISZERO @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: [],
  },
  'an imitation only for transactions that nobody signed': {
    code: says('USDC', `ORIGIN ISZERO @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: [],
  },
  'an imitation only for the zero address': {
    code: says('USDC', `CALLER ISZERO @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: [],
  },
  'an imitation that says so to others for a time alone': {
    code: says('USDC', 'CALLER @other JUMPI @ok JUMP other: TIMESTAMP POP ok:'),
    logs: [amount],
    risks: [],
  },
  'an imitation only where the zero address is warm': {
    code: says('USDC', `${PROBE('0')} @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: [],
  },
  'an imitation only where a builder is cold, as in no block of its own': {
    code: says('USDC', `${PROBE(`0x${'b1'.repeat(20)}`)} ISZERO @ok JUMPI ${REFUSED} ok:`),
    logs: [amount],
    risks: [],
  },
  'a collection of that symbol': { code: SAYS_USDC, logs: [item], risks: [] },
  'a contract of that symbol that moves nothing': { code: SAYS_USDC, logs: [], risks: [] },
  'a token that excluded an account, and emits an ERC-721 Transfer, too': {
    logs: [amount, exclusion, item],
    risks: ['token:blacklistable'],
  },
  'a token that minted, and emits one, too': { logs: [mint, item], risks: ['token:mintable_observed'] },
  'a collection that minted, and emits an ERC-20 Transfer, too': {
    logs: [itemMint, amount],
    risks: ['token:mintable_observed'],
  },
};
const RISKS = /^(risk|token):/;

describe('the risks of a contract that tries to shed them by its own events', () => {
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

  it.each(Object.entries(EMITTERS))('are as expected for %s', (name, { risks }) => {
    const own = claims.get(`0x${addressNamed(name).toString('hex')}`) ?? [];
    expect(own.map(claimText).filter((text) => RISKS.test(text))).toEqual(risks);
  });
});

import {
  concatHex,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  type SignedAuthorization,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { accountOf } from '../../src/demo/stage/key.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { assembled } from '../builder/assembled.js';
import type { Prng } from '../simulation/prng.js';
import type { Call, DeceivingChain } from './deceiving-chain.js';
import { HELPERS, ODD_PROGRAMS, programOf, REBORN, type Surroundings, tokenProgram } from './odd-programs.js';

export interface OddToken {
  readonly kind: string;
  readonly address: Hex;
}

const NOWHERE: Hex = `0x${'00'.repeat(20)}`;
const NOBODY: Hex = `0x${'dead'.repeat(10)}`;
const PAYEE: Hex = `0x${'9a'.repeat(20)}`;
const SALTS = 3;
const AUTHORITIES = 3;
/** `balanceOf(address)` */
const SELECTOR: Hex = '0x70a08231';
const MORE: readonly Hex[] = ['0x06fdde03', '0x95d89b41', '0x313ce567'];

/** One token of each odd kind, and random calls that change them. */
export class OddTokens {
  private constructor(
    private readonly chain: DeceivingChain,
    readonly tokens: readonly OddToken[],
    readonly holders: readonly Hex[],
    private readonly authorities: readonly PrivateKeyAccount[],
    private readonly maker: Hex,
    private readonly targets: readonly Hex[],
    private readonly codes: readonly Hex[],
  ) {}

  static async deploy(chain: DeceivingChain, sender: Hex): Promise<OddTokens> {
    const creation = (text: string): Hex => creationOf(toHex(assembled(text)) as Hex);
    const init = assembled(REBORN);
    const [plain, frugal, mortal, maker] = (await chain.create(
      [tokenProgram(HELPERS.plain), HELPERS.frugal, tokenProgram(HELPERS.mortal), HELPERS.maker(init)].map(
        creation,
      ),
    )) as [Hex, Hex, Hex, Hex];
    let proxy = plain;
    for (let depth = 0; depth < 4; depth++)
      [proxy] = (await chain.create([creation(HELPERS.proxy(proxy))])) as [Hex];
    const reborn = Array.from({ length: SALTS }, (_, salt) => {
      const text = concatHex(['0xff', maker, pad(numberToHex(salt)), keccak256(init)]);
      return `0x${keccak256(text).slice(-40)}` as Hex;
    });
    const authorities = Array.from({ length: AUTHORITIES }, (_, at) => accountOf('odd', `authority ${at}`));
    const delegating = authorities.map(({ address }) => address.toLowerCase() as Hex);
    const at: Surroundings = {
      ...{ plain, payee: PAYEE, delegating: delegating[0]!, reborn: reborn[0]!, nobody: NOBODY },
      ...{ sender, proxy, frugal, mortal },
    };
    const programs = Object.entries(ODD_PROGRAMS);
    const tokens: OddToken[] = [
      ...delegating.map((address, one) => ({ kind: `delegating account ${one}`, address })),
      ...reborn.map((address, one) => ({ kind: `one reborn ${one}`, address })),
      ...[1, 2, 4, 256].map(
        (number): OddToken => ({
          kind: `precompile ${number}`,
          address: pad(numberToHex(number), { size: 20 }),
        }),
      ),
      { kind: 'nobody', address: NOBODY },
      { kind: 'maker', address: maker },
    ];
    for (let first = 0; first < programs.length; first += 6) {
      const some = programs.slice(first, first + 6);
      const places = await chain.create(
        some.map(([, program]) => creation(tokenProgram(programOf(program, at)))),
        6_000_000n,
      );
      tokens.push(...some.map(([kind], one) => ({ kind, address: places[one]! })));
    }
    const placeOf = (kind: string): Hex => tokens.find((one) => one.kind === kind)!.address;
    const holders = [
      sender.toLowerCase() as Hex,
      PAYEE,
      delegating[0]!,
      delegating[1]!,
      placeOf('pays the holder'),
    ];
    const targets = [
      plain,
      mortal,
      proxy,
      NOWHERE,
      NOBODY,
      delegating[0]!,
      delegating[1]!,
      reborn[0]!,
      pad('0x2', { size: 20 }),
    ];
    const codes = [plain, mortal, frugal, placeOf('grows with time')];
    return new OddTokens(chain, tokens, holders, authorities, maker, targets, codes);
  }

  /** Mines a block with so many random calls. */
  async block(random: Prng, count: number): Promise<void> {
    const nonces = new Map<string, number>();
    const calls: Call[] = [];
    for (let left = count; left > 0; left--) calls.push(await this.#act(random, nonces));
    await this.chain.block(calls, 400_000n);
  }

  questions(): Hex[] {
    return [...this.holders.map((holder) => concatHex([SELECTOR, pad(holder)])), ...MORE];
  }

  async #act(random: Prng, nonces: Map<string, number>): Promise<Call> {
    const kind = random.between(0, 99);
    if (kind < 8)
      return {
        to: random.pick([PAYEE, NOBODY, ...this.tokens.map(({ address }) => address)]),
        data: '0x',
        value: BigInt(random.between(1, 9)),
      };
    if (kind < 20) return this.#delegate(random, nonces);
    if (kind < 32) return this.#make(random);
    const key = random.chance(0.7) ? random.pick(this.holders) : numberToHex(random.between(0, 3));
    const value = random.chance(0.3)
      ? BigInt(random.pick(this.targets))
      : BigInt(random.between(0, 5)) ** BigInt(random.between(1, 60));
    return { to: random.pick(this.tokens).address, data: words(BigInt(key), value) };
  }

  async #delegate(random: Prng, nonces: Map<string, number>): Promise<Call> {
    const authorizations: SignedAuthorization[] = [];
    for (let left = random.between(1, 3); left > 0; left--) {
      const authority = random.pick(this.authorities);
      const nonce = nonces.get(authority.address) ?? (await this.chain.nonceOf(authority.address));
      const isVoid = random.chance(0.15);
      authorizations.push(
        (await authority.signAuthorization({
          address: random.pick(this.targets),
          nonce: nonce + (isVoid ? 1 : 0),
          chainId: random.pick([0, 1]),
        })) as SignedAuthorization,
      );
      if (!isVoid) nonces.set(authority.address, nonce + 1);
    }
    const to = random.pick(this.authorities).address;
    return {
      to,
      data: words(BigInt(random.pick(this.holders)), BigInt(random.between(1, 999))),
      authorizations,
    };
  }

  #make(random: Prng): Call {
    const fields = [random.between(0, SALTS - 1), random.pick(this.codes), random.chance(0.85) ? 1 : 0];
    fields.push(random.pick(this.holders), random.between(1, 999));
    return { to: this.maker, data: words(...fields.map(BigInt)) };
  }
}

function words(...values: bigint[]): Hex {
  return encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  );
}

/** PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN, and the code. */
function creationOf(code: Hex): Hex {
  const size = numberToHex((code.length - 2) / 2, { size: 2 });
  return concatHex(['0x61', size, '0x80600a5f395ff3', code]);
}

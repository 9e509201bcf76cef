import type { PaymentPayload, PaymentRequirements, VerifyResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import type { Hex } from 'viem';
import type { Address } from '../../domain/chain/hex.js';
import { JsonRpcError } from '../../node/rpc/node-errors.js';
import { authorizationStateCall, balanceCall } from './eip3009.js';
import type { PaymentNode } from './payment-node.js';
import { type Admission, type PaymentTerms, paymentTerms } from './payment-terms.js';
import { ReadingSigner } from './reading-signer.js';
import { REASON } from './reason.js';

/**
 * The least time that an authorization must remain valid. A transaction may miss a few blocks, and one that
 * is mined too late costs gas and moves nothing.
 */
const LEAST_LEFT_SECONDS = 60;
/** Characters of a word as `0x` hex. */
const WORD_LENGTH = 66;

interface FinalBlock {
  readonly number: Hex;
  readonly timestamp: Hex;
}

/**
 * Decides whether a payment may be made: first by checks of our own, then by the official scheme with a
 * simulation on the node.
 */
export class PaymentCheck {
  constructor(
    private readonly node: PaymentNode,
    private readonly tokens: ReadonlySet<Address>,
    private readonly settler: Hex,
  ) {}

  /** @throws Error naming a token that does not support EIP-3009; NodeUnreachable */
  async refuseUnfitTokens(): Promise<void> {
    for (const token of this.tokens) {
      const data = authorizationStateCall({ from: token, nonce: `0x${'00'.repeat(32)}` });
      const answer = await this.#call(token, data).catch((error: unknown) => {
        if (error instanceof JsonRpcError) return '0x';
        throw error;
      });
      if (answer.length !== WORD_LENGTH) throw new Error(`the token ${token} does not know EIP-3009 here`);
    }
  }

  /**
   * Checks that need no node. A token that is not configured is never called, because it could be any
   * contract.
   */
  admit(payload: PaymentPayload, requirements: PaymentRequirements): Admission {
    const admission = paymentTerms(payload, requirements);
    if ('reason' in admission || this.tokens.has(admission.terms.token)) return admission;
    return { reason: REASON.asset };
  }

  /** @throws NodeUnreachable */
  async verify(
    terms: PaymentTerms,
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<VerifyResponse> {
    const signer = new ReadingSigner(this.node, this.settler);
    const answer = await new ExactEvmScheme(signer).verify(payload, requirements);
    signer.refuseSilence();
    if (answer.isValid && terms.validBefore < BigInt(Math.floor(Date.now() / 1_000) + LEAST_LEFT_SECONDS))
      return { ...answer, isValid: false, invalidReason: REASON.expired };
    return answer.isValid || answer.invalidReason !== REASON.simulation
      ? answer
      : { ...answer, invalidReason: await this.#whyItFails(terms) };
  }

  /** Whether the authorization was used or cancelled, by the word of the token. @throws NodeUnreachable */
  async isUsedUp(terms: PaymentTerms): Promise<boolean> {
    return BigInt(await this.#call(terms.token, authorizationStateCall(terms))) !== 0n;
  }

  /**
   * Whether no block has used the authorization and none can: it has expired by the time of the final block,
   * and is unused there. False where the node does not know.
   * @throws NodeUnreachable
   */
  async isExpiredUnused(terms: PaymentTerms): Promise<boolean> {
    try {
      const final = await this.node.ask<FinalBlock | null>('eth_getBlockByNumber', 'finalized', false);
      if (final === null || BigInt(final.timestamp) < terms.validBefore) return false;
      return BigInt(await this.#call(terms.token, authorizationStateCall(terms), final.number)) === 0n;
    } catch (error) {
      if (error instanceof JsonRpcError) return false;
      throw error;
    }
  }

  /** The payer's balance of the token. @throws NodeUnreachable */
  async balanceOf(terms: PaymentTerms): Promise<bigint> {
    return BigInt(await this.#call(terms.token, balanceCall(terms)));
  }

  /** Asks the token itself. The scheme asks a multicall contract, which not every chain has. */
  async #whyItFails(terms: PaymentTerms): Promise<string> {
    if (await this.isUsedUp(terms)) return REASON.used;
    return (await this.balanceOf(terms)) < terms.value ? REASON.balance : REASON.simulation;
  }

  async #call(token: Address, data: Hex, block: Hex | 'latest' = 'latest'): Promise<Hex> {
    return this.node.ask<Hex>('eth_call', { to: token, data }, block);
  }
}

import type { PoolClient } from 'pg';
import { bindingDocument } from '../../src/bundle/binding-documents.js';
import { ChainEvidenceSource } from '../../src/bundle/chain-evidence-source.js';
import { ProofExporter } from '../../src/bundle/proof-exporter.js';
import type { Bindings } from '../../src/definition/binding/read-bindings.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { FIRST_BLOCK } from '../../src/demo/genesis/first-block.js';
import { decodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import { HistoricalEvaluator } from '../../src/engine/historical/historical-evaluator.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import type { Bundle, BundledBlock } from '../../src/verifier/bundle/bundle.schema.js';

type AccountShown = NonNullable<BundledBlock['accounts']>[string];

/** A true claim, with the blocks at which it held. */
export interface TrueClaim {
  readonly id: string;
  readonly subject: Address;
  readonly object: Address | '';
  readonly proofHash: string;
  readonly family: string;
  /** Empty for a claim without a value. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const SEGMENTS = `
SELECT id, '0x' || encode(subject, 'hex') AS subject, CASE object WHEN '' THEN '' ELSE '0x' || encode(object, 'hex') END AS object,
       'sha256:' || encode(proof_hash, 'hex') AS "proofHash", proof_text(proof_segment)::json ->> 'selectedFamilyId' AS family,
       COALESCE(value, '') AS value, start_block::int AS start, COALESCE(end_block, $1)::int AS end
FROM proof_segment JOIN definition_number ON number = definition ORDER BY id, proof_hash, start_block`;

/** The data of an honest node and this service: true headers, account proofs, bundles and claims. */
export class HonestChain {
  readonly #headers = new Map<number, { readonly hash: string; readonly header: Hex }>();
  readonly #accounts = new Map<string, Promise<AccountShown | undefined>>();
  readonly #true = new Map<string, TrueClaim[]>();
  readonly #words = new Set<string>();
  claims: readonly TrueClaim[] = [];

  private constructor(
    private readonly exporter: ProofExporter,
    readonly historical: HistoricalEvaluator,
    readonly bindings: Bindings,
    readonly source: ChainEvidenceSource,
    private readonly nodes: AccountProofs,
    readonly head: number,
  ) {}

  static async open(tx: PoolClient, nodeUrl: string, head: number): Promise<HonestChain> {
    const nodes = new AccountProofs([nodeUrl]);
    const exporter = await ProofExporter.open(tx, { firstBlock: FIRST_BLOCK, isDemo: true }, nodes);
    const definitions = readDefinitions(true);
    const historical = await HistoricalEvaluator.open(tx, { ...definitions, firstBlock: FIRST_BLOCK });
    const source = new ChainEvidenceSource(tx, nodes);
    const chain = new HonestChain(exporter, historical, definitions.bindings, source, nodes, head);
    const canonical = new CanonicalChain(tx);
    for (let number = FIRST_BLOCK; number <= head; number++) {
      const { hash, header } = decodeBundle((await canonical.bundleOf(number))!);
      chain.#headers.set(number, { hash: toHex(hash), header: toHex(encodeHeader(header)) });
    }
    chain.claims = (await tx.query<TrueClaim>(SEGMENTS, [head])).rows;
    for (const claim of chain.claims)
      chain.#true.set(claim.proofHash, [...(chain.#true.get(claim.proofHash) ?? []), claim]);
    return chain;
  }

  headerOf = (number: number) => this.#headers.get(number);

  /** Whether this proof does carry its claim at that block. */
  isTrue({ proof, block }: Bundle): boolean {
    return (this.#true.get(proof) ?? []).some(({ start, end }) => start <= block && block <= end);
  }

  /** Whether the claim holds, whatever its beginning and its proof. */
  isSo({ proof, proofs, block }: Bundle): boolean {
    const { attributeId, subject, object = '', value = '' } = proofs[proof]!;
    return this.claims.some(
      (one) =>
        one.id === attributeId &&
        one.subject === subject &&
        one.object === object &&
        one.value === value &&
        one.start <= block &&
        block <= one.end,
    );
  }

  /** Whether a claim holds at a block by a proof of the family. */
  holds(id: string, subject: string, object: string, block: number, family: string): boolean {
    return this.claims.some(
      (one) =>
        one.id === id &&
        one.subject === subject &&
        one.object === object &&
        one.family === family &&
        one.start <= block &&
        block <= one.end,
    );
  }

  async bundle({ id, subject, proofHash }: TrueClaim, block: number): Promise<Bundle> {
    const { text } = await this.exporter.export({ id, subject, proofHash, block });
    const bundle = JSON.parse(text) as Bundle;
    for (const word of Object.entries(bundle.attested)) this.#words.add(JSON.stringify(word));
    return bundle;
  }

  /** The bundle with the transactions of its frames executed. */
  async executed({ proof, block, proofs }: Bundle): Promise<Bundle> {
    const { attributeId: id, subject } = proofs[proof]!;
    const { text } = await this.exporter.export({ id, subject, proofHash: proof, block }, true);
    return JSON.parse(text) as Bundle;
  }

  /** Whether an attestation of a node is false, judged by the true bundles so far. */
  hasFalseWord({ attested }: Bundle): boolean {
    return Object.entries(attested).some((word) => !this.#words.has(JSON.stringify(word)));
  }

  hasFalseRegistry({ bindings }: Bundle): boolean {
    return Object.entries(bindings).some(([id, { digest }]) => bindingDocument(id, true).digest !== digest);
  }

  /** An account at the end of a block, with the node's proof. */
  account(address: Address, block: number, slots: readonly Hex[]): Promise<AccountShown | undefined> {
    const name = `${address} ${block} ${slots.join(' ')}`;
    const known = this.#accounts.get(name);
    if (known) return known;
    const asked = this.#account(address, block, slots);
    this.#accounts.set(name, asked);
    return asked;
  }

  async #account(address: Address, number: number, slots: readonly Hex[]): Promise<AccountShown | undefined> {
    const { block } = (await this.source.blockAt(number))!;
    const given = await this.source.account(block, address, slots);
    return (
      given && {
        proof: given.proof.map(toHex),
        code: toHex(given.code),
        ...(slots.length > 0 && {
          slots: Object.fromEntries(slots.map((slot) => [slot, given.slots.get(slot)!.map(toHex)])),
        }),
      }
    );
  }

  close(): Promise<void> {
    return this.nodes.close();
  }
}

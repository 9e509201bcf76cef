import { createHash } from 'node:crypto';
import type { ExportedProof } from '../../../bundle/proof-exporter.js';
import type { Definition } from '../../../definition/model/definition.js';
import { decodeHeader } from '../../../domain/chain/codec/header-rlp.js';
import { fromHex } from '../../../domain/chain/codec/hex.js';
import { ABOUT_NETWORK, type Network } from '../../../domain/chain/record/network.js';
import { Html, html } from '../../../platform/html/html.js';
import { PAPER_POLICY, PAPER_STYLE } from '../../../platform/html/paper-style.js';
import type { Bundle, BundledProof } from '../../../verifier/bundle/bundle.schema.js';

type CheckResult = BundledProof['factResults'][number];
type Meanings = ReadonlyMap<string, Definition>;
type Supports = ExportedProof['verification']['supports'];

const SUPPORT = {
  merkle: 'included in the block it names (Merkle proof in the bundle)',
  executed:
    'executed again, over state that is included in the block that it names (for a call frame, in the block before)',
  node: 'attested by the node that was asked',
  registry: 'entry of a published registry',
};

/**
 * A page for a person who decides by a proof: the claim in words, the expected and the observed value of each
 * check, the support of each piece of evidence, and the unproven parts. Everything from a chain or a registry
 * is escaped, and text from the chain is shown as hex.
 */
export function proofReport(
  { text, verification }: ExportedProof,
  meanings: Meanings,
  network: Network,
): string {
  const { bundle, supports } = verification;
  const proof = bundle.proofs[bundle.proof]!;
  const rest = Object.entries(bundle.proofs).filter(([hash]) => hash !== bundle.proof);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}">
<title>Proof report: ${proof.attributeId} of ${proof.subject}</title><style>${new Html(PAPER_STYLE)}</style></head><body><main class="paper">
<h1>Proof report</h1>
${network === 'demo' ? html`<p class="demo"><b>Demo chain.</b> ${ABOUT_NETWORK.demo}</p>` : ''}
${claimOf(bundle, proof, meanings, network)}
<h2>Checked</h2>
<table>
<tr><th>V1</th><td>Every proof has the hash that names it.</td><td>holds</td></tr>
<tr><th>V2</th><td>The definitions have the digests that the proofs name, and the stated facts satisfy them.</td><td>holds</td></tr>
<tr><th>V3</th><td>The evidence agrees with the stated facts.</td><td>holds</td></tr>
<tr><th>V4</th><td>The evidence marked <i>merkle</i> is included in the blocks that it names.</td><td>holds</td></tr>
</table>
<p class="small">To check it again, without network and without trusting this page: <code>chainproof-verify &lt;bundle&gt;</code>. SHA-256 of the bundle: <code>${sha256(text)}</code></p>
${checksOf(proof, meanings)}
${rest.length === 0 ? '' : restsOn(rest, meanings)}
${evidenceOf(supports)}
${limitsOf(verification)}
</main></body></html>
`;
  return page.text;
}

function claimOf(bundle: Bundle, proof: BundledProof, meanings: Meanings, network: Network): Html {
  const meaning = meanings.get(proof.attributeId);
  const { timestamp } = decodeHeader(fromHex(bundle.blocks[proof.referenceBlockHash]!.header));
  return html`<p class="claim">At the end of block ${bundle.block}, <b>${meaning?.title ?? proof.attributeId}</b> (<code>${proof.attributeId}</code>) is proven of
<code>${proof.subject}</code>${proof.object === undefined ? '' : html`, pointing at <code>${proof.object}</code>`}${proof.value === undefined ? '' : html`, with the value <code>${proof.value}</code>`}.</p>
<p>It means: ${meaning?.means ?? 'see the definition'}</p>
<table>
<tr><th>Supported since</th><td>block ${proof.referenceBlock} of ${new Date(timestamp * 1000).toISOString()}<br><code>${proof.referenceBlockHash}</code></td></tr>
<tr><th>Proof</th><td><code>${bundle.proof}</code></td></tr>
<tr><th>Chain</th><td>${proof.chainId} (${network === 'demo' ? 'demo chain' : 'Ethereum mainnet'})</td></tr>
<tr><th>Definition</th><td><code>${proof.definitionVersion}</code>, family <code>${proof.selectedFamilyId}</code></td></tr>
</table>`;
}

function checksOf(proof: BundledProof, meanings: Meanings): Html {
  const family = meanings.get(proof.attributeId)?.families.find(({ id }) => id === proof.selectedFamilyId);
  const described = new Map(
    [...(family?.facts ?? []), ...(family?.negativeControls ?? [])].map((check) => [
      check.id,
      check.description,
    ]),
  );
  const row = (kind: string) => (result: CheckResult) =>
    html`<tr><td class="state">${kind}</td>
<td>${described.get(result.id) ?? result.id} <span class="small">(${result.operator})</span></td>
<td><code>${stated(result.expected, result.operator)}</code></td><td><code>${stated(result.observed, result.operator)}</code></td></tr>
`;
  return html`<h2>Why it is so</h2><table>
<tr><th></th><th>What was checked</th><th>Expected</th><th>Observed</th></tr>
${proof.factResults.map(row('fact'))}${proof.negativeControlResults.map(row('control'))}</table>
`;
}

/**
 * A line for each proof on which this one depends. Their checks are in the bundle and were verified like
 * those shown.
 */
function restsOn(proofs: readonly (readonly [string, BundledProof])[], meanings: Meanings): Html {
  return html`<h2>It rests on</h2><table>
${proofs.map(
  ([
    hash,
    { attributeId, subject, object, referenceBlock },
  ]) => html`<tr><td>${meanings.get(attributeId)?.title ?? attributeId}<br><code>${attributeId}</code></td>
<td><code>${subject}${object === undefined ? '' : ` -> ${object}`}</code><br>since block ${referenceBlock}</td><td><code>${hash}</code></td></tr>
`,
)}</table>
`;
}

function evidenceOf(supports: Supports): Html {
  return html`<h2>Evidence</h2><table>
${[...supports].map(
  ([ref, support]) => html`<tr><td class="state">${support}</td><td><code>${ref}</code></td></tr>
`,
)}</table>
`;
}

/** The parts that are not proven. */
function limitsOf({ supports, attested, canonicity }: ExportedProof['verification']): Html {
  const used = [...new Set(supports.values())].sort();
  const unshown = attested.filter(({ kind }) => kind !== 'node');
  return html`<h2>What this rests on, and does not show</h2><ul class="small">
${used.map(
  (support) => html`<li><i>${support}</i>: ${SUPPORT[support]}.</li>
`,
)}${unshown.map(
  ({ kind, about, says }) => html`<li><i>${kind}</i>, <code>${about}</code>: ${says}.</li>
`,
)}${canonicity.outcome === 'shown' ? '' : assumed(canonicity.blocks)}</ul>`;
}

function assumed(blocks: number): Html {
  return html`<li><i>assumed</i>: that the block hashes in the bundle (${blocks}) are those of the canonical chain. Compare them with a node or an explorer you trust.</li>
`;
}

function stated(value: CheckResult['expected'], operator: string): string {
  if (value === true) return 'there is';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(' ') || 'none';
  return `${operator === 'not_in' ? 'none of' : 'one of'} ${(value as { binding: string }).binding}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

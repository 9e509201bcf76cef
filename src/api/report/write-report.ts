import { digestText } from '../../domain/canonical/canonical-json.js';
import type { Hash } from '../../domain/chain/hex.js';
import { ABOUT_NETWORK, type Network } from '../../domain/chain/record/network.js';
import { Html, html } from '../../platform/html/html.js';
import { PAPER_POLICY, PAPER_STYLE } from '../../platform/html/paper-style.js';
import { RELEASE } from '../../platform/release.js';
import { NOT_SHOWN } from '../../verifier/evidence/not-shown.js';
import { CHAIN_SEGMENT } from '../http/method/chain.js';
import { began, otherSection, provenSection, sentenceOf } from './claim-section.js';
import type { NamedBlock, Report, ReportedClaim } from './report.js';
import { blockAndTime, dated, grouped, PREFIXES, ranges, row, STATES } from './report-words.js';

/** What a report states about its making. */
export interface ReportFrame {
  readonly id: string;
  readonly network: Network;
  /** URL of the service. */
  readonly publicUrl: string;
  /** Unix milliseconds at which the report is written. */
  readonly writtenMs: number;
}

/** The report as a document for paper. Everything from a chain, a list or a caller is escaped. */
export function writeReport(report: Report, frame: ReportFrame): string {
  const { id, network } = frame;
  const proven = report.claims.filter(({ answer }) => answer === 'proven');
  const others = report.claims.filter(({ answer }) => answer !== 'proven');
  const footer = `Chainproof report ${id} · ${network === 'demo' ? 'demo chain, not Ethereum' : 'Ethereum mainnet'} · end of block ${grouped(report.block.number)}`;
  // A browser prints the foot of a table on every page.
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}">
<title>Report ${id} on ${report.subject}</title><style>${new Html(PAPER_STYLE)}</style></head><body>
<main class="paper"><table class="sheet" role="presentation"><tfoot role="presentation"><tr role="presentation"><td role="presentation">${footer}</td></tr></tfoot><tbody role="presentation"><tr role="presentation"><td role="presentation">
<h1>What is proven of an address</h1>
${network === 'demo' ? html`<p class="demo"><b>Demo chain.</b> ${ABOUT_NETWORK.demo}</p>` : ''}
${cover(report, frame)}
${summary(report)}
${proven.map((claim) => provenSection(claim, report))}
${others.length === 0 ? '' : html`<h2>Asked, and not proven</h2><p>Not proven is not disproven: no covered block and no list shows it.</p>`}
${others.map((claim) => otherSection(claim, report))}
${consulted(report)}
${definitionTexts(report)}
${howToCheck(report, proven, frame)}
</td></tr></tbody></table></main></body></html>
`;
  return page.text;
}

function cover(
  { subject, question, block, coverage, nodes, definitionSet }: Report,
  { id, network, publicUrl, writtenMs }: ReportFrame,
): Html {
  const blocks = coverage.families.find(({ family }) => family === 'blocks');
  const { head } = coverage;
  return html`<table>
${row('Subject', html`<code>${subject}</code>`)}${question === undefined ? '' : row('Question', html`<bdi>${question}</bdi>`)}
${row('As of', html`the end of block ${blockAndTime(block)}<br><code>${block.hash}</code>`)}
${row('As known at', html`block ${blockAndTime(head)}`)}
${row('Written', html`${dated(writtenMs / 1000)} by ${publicUrl}, Chainproof ${RELEASE}`)}
<tr><th scope="row">Prepared by</th><td id="prepared-by"></td></tr>
${row('Chain', network === 'demo' ? html`a demo chain, not Ethereum` : html`Ethereum mainnet, chain id ${CHAIN_SEGMENT}`)}
${row('Blocks covered', html`${ranges(blocks?.ranges ?? [])}${blocks === undefined || blocks.gaps.length === 0 ? '; none are missing' : html`; missing: ${ranges(blocks.gaps)}`}`)}
${row('Blocks read from', html`${nodes.length === 0 ? 'nodes that were not noted' : nodes.map(({ host, first, last }) => `${host} (${first === last ? first : `${first} to ${last}`})`).join(', ')}. Each block was checked against its own hashes.`)}
${row('Definition set', html`<code>${definitionSet}</code>`)}
${row('Document', html`<code>${id}</code> <span class="small">The same question with the same answers at the same block has the same id.</span>`)}
</table>`;
}

function summary(report: Report): Html {
  const { claims, cut, open } = report;
  return html`<h2>Summary</h2><table>
<tr><th scope="col">Answer</th><th scope="col">Statement</th><th scope="col">Since</th></tr>
${claims.map(
  (
    claim,
  ) => html`<tr><td class="state">${STATES[claim.answer]}</td><td>${PREFIXES[claim.answer]}${sentenceOf(claim, report)}</td>
<td>${claim.held === undefined ? '' : began(claim.held, claim, report)}</td></tr>
`,
)}</table>
${cut.length === 0 ? '' : html`<p><b>Not all is shown.</b> More is proven than fits here of: ${cut.join(', ')}.</p>`}${
  open.length === 0
    ? ''
    : html`<p><b>There may be more.</b> For other addresses it cannot be said whether this holds, too: ${open.join(', ')}.</p>`
}`;
}

function consulted({ lists }: Report): Html {
  if (lists.length === 0) return html``;
  return html`<h2>Lists consulted</h2><table>
<tr><th scope="col">List</th><th scope="col">Version</th><th scope="col">Of</th><th scope="col">SHA-256</th></tr>
${lists.map(
  ({ id, version = 'none', asOf = '', digest, warning }) => html`<tr><td>${id}</td><td>${version}</td>
<td>${asOf.slice(0, 10)}${warning === undefined ? '' : html`<br><b>${warning}</b>`}</td><td><code>${digest}</code></td></tr>
`,
)}</table><p class="small">What is on no list and in no covered block is not seen.</p>`;
}

function definitionTexts({ definitions, texts }: Report): Html {
  return html`<h2>Definitions</h2>
${definitions.map(
  ({
    id,
    title,
    description,
    currentVersion: { version, checks, negativeControls, dependencies },
  }) => html`<section><h3>${title} <code>${id}</code></h3>
<p>${description}</p><p class="small"><code>${version}</code></p><ul class="small">
${checks.map(({ factId, description }) => html`<li>${description} <code>${factId}</code></li>`)}
${negativeControls.map(({ factId, description }) => html`<li>And not: ${description} <code>${factId}</code></li>`)}
${dependencies.length === 0 ? '' : html`<li>Rests on ${dependencies.join(', ')}</li>`}</ul>${fileOf(texts.get(id))}</section>
`,
)}`;
}

const fileOf = (text: string | undefined): Html | '' =>
  text === undefined
    ? ''
    : html`<p class="small">As its file has it, <code>${digestText(text)}</code>:</p><pre>${text}</pre>`;

function howToCheck(
  { subject, block, claims }: Report,
  proven: readonly ReportedClaim[],
  { publicUrl }: ReportFrame,
): Html {
  const base = `${publicUrl}/api/v1/chains/${CHAIN_SEGMENT}/addresses/${subject}`;
  const bundles = proven.map(({ definition: { id, kind }, object }) =>
    kind === 'attribute' ? `attributes/${id}` : `relations/${id}/${object}`,
  );
  return html`<h2>How to check this</h2>
<p>This document is a summary. Each proof has a bundle: one file with the rules, the facts, and Merkle proofs to block headers. <code>chainproof-verify</code> checks it
without this service and without a network, and so does <code>${publicUrl}/explore/verify</code> in a browser.
A bundle is the text in <code>data.bundle</code> of:</p><ul class="small">
${bundles.map((path) => html`<li><code>${base}/${path}/proof/bundle?block=${block.number}</code></li>`)}</ul>
<p>A bundle shows what follows from the blocks in it, and nothing else. The check names for each bundle what is left to be believed. It can be:</p><ul class="small">
${Object.values(NOT_SHOWN).map((says) => html`<li>${says}</li>`)}
<li>That the block hashes are those of the chain is shown only where the check says that V6 holds.</li></ul>
<p>With <code>&amp;checkpoint=</code> and the root of a beacon block that you trust, a bundle also leads from there to blocks too recent for V6 otherwise; name the same root to the check.</p>
<p>Compare these block hashes with a node of your own:</p><table>
<tr><th scope="col">Block</th><th scope="col">Hash</th></tr>
${namedBlocks(block, claims).map(({ number, hash }) => html`<tr><td>${grouped(number)}</td><td><code>${hash}</code></td></tr>`)}</table>`;
}

function namedBlocks(block: NamedBlock, claims: readonly ReportedClaim[]): readonly NamedBlock[] {
  const hashes = new Map([[block.number, block.hash]]);
  for (const { proof, evidence } of claims) {
    if (proof) hashes.set(proof.referenceBlock, proof.referenceBlockHash as Hash);
    for (const { found } of evidence) if (found) hashes.set(found.blockNumber, found.blockHash);
  }
  return [...hashes].sort(([one], [other]) => one - other).map(([number, hash]) => ({ number, hash }));
}

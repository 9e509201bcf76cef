import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { ABOUT_NETWORK, type Network } from '../../../../domain/chain/record/network.js';
import { escapeHtml } from '../../../../platform/html/html.js';
import { callSection } from './call-section.js';
import { callsByTag, type DocumentedCall } from './documented-operation.js';
import { prose } from './markup.js';
import { SCRIPT, STYLE } from './page-parts.js';
import { recordSection } from './record-section.js';

/**
 * The reference as one page that needs no other file. It has a section for each method, whose anchor is the
 * operation id, with a form to try it. It can be read without its script.
 */
export function referencePage(document: OpenAPIObject): string {
  const { info } = document;
  const tags = [...callsByTag(document)];
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, SchemaObject][];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(info.title)} ${escapeHtml(info.version)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the methods</a>
<header>
<h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1>
<form id="access"><label for="key">API key</label> <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="cpk_…" aria-describedby="access-says"> <button type="submit">Use</button>
<span id="access-says" role="status">Kept in this tab only.</span></form>
</header>
${networkNote(document)}
<nav aria-label="Methods and records"><details open><summary>Methods and records</summary>
<label for="filter">Find</label> <input id="filter" type="search" autocomplete="off" placeholder="token, proof, gap …">
${tags.map(([tag, calls]) => navigation(tag, calls)).join('\n')}
<h2>Records</h2><ul>${schemas.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>
</details></nav>
<main id="main" tabindex="-1">
${prose(info.description ?? '')}
${payNote(document)}
<p>The same as a document for programs: <a href="openapi.json">openapi.json</a>.</p>
${tags.map(([tag, calls]) => tagSection(document, tag, calls)).join('\n')}
<h2>Records</h2>
${schemas.map(([name, schema]) => recordSection(name, schema)).join('\n')}
</main>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}

function navigation(tag: string, calls: readonly DocumentedCall[]): string {
  const links = calls.map(
    ({ path, operation: { operationId, summary = '' } }) =>
      `<li><a href="#${operationId}" title="${escapeHtml(path)}">${escapeHtml(summary)}</a></li>`,
  );
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`;
}

const tagSection = (document: OpenAPIObject, tag: string, calls: readonly DocumentedCall[]) =>
  `<h2>${escapeHtml(tag)}</h2>\n${calls.map((call) => callSection(document, call)).join('\n')}`;

/** The note of a demo chain, which comes first: its data is not of a real chain. */
function networkNote({ info }: OpenAPIObject): string {
  if ((info as { 'x-network'?: Network })['x-network'] !== 'demo') return '';
  return `<p class="demo" role="note"><strong>Demo chain.</strong> ${escapeHtml(ABOUT_NETWORK.demo)}</p>`;
}

/**
 * The note about the pay address, the second server of the document. A page may send requests to its own
 * origin only, so the pay address serves a page of its own.
 */
function payNote({ servers = [] }: OpenAPIObject): string {
  const [, pay] = servers;
  if (!pay) return '';
  const url = escapeHtml(pay.url);
  return `<p>At the <a href="${url}/docs">pay address</a> this page sends its calls without a key, and shows the price that each is asked for.</p>`;
}

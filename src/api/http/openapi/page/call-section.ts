import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from '../../../../platform/html/html.js';
import { callForm } from './call-form.js';
import type { DocumentedCall, DocumentedOperation } from './documented-operation.js';
import { inline, prose, table } from './markup.js';

/**
 * The section of one call: its answer, the form to try it, and its refusals. Its anchor is the operation id.
 */
export function callSection(document: OpenAPIObject, call: DocumentedCall): string {
  const { verb, path, operation } = call;
  return `<section id="${operation.operationId}" class="call">
<h3>${escapeHtml(operation.summary ?? '')}</h3>
<p class="path"><code><b>${verb}</b> ${escapeHtml(path)}</code></p>
${prose(operation.description ?? '')}
${terms(operation)}
${callForm(document, call)}
<details class="refusals"><summary>Refusals</summary>${refusals(operation)}</details>
</section>`;
}

function terms(operation: DocumentedOperation): string {
  const { 'x-plan': plan, 'x-price': price, responses } = operation;
  const said = [
    ...(plan === undefined ? [] : [`Plan: ${escapeHtml(plan)}.`]),
    ...(price === undefined ? [] : [`At the pay address: ${priceText(price)}.`]),
    ...recordLinks(responses[200]),
  ];
  return said.length === 0 ? '' : `<p class="terms">${said.join(' ')}</p>`;
}

const priceText = ({ amount, asset, network }: NonNullable<DocumentedOperation['x-price']>) =>
  `${escapeHtml(amount)} units of <code>${escapeHtml(asset)}</code> on <code>${escapeHtml(network)}</code>`;

function recordLinks(response: unknown): string[] {
  const names = [...JSON.stringify(response ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  const links = [...new Set(names)].map((name) => `<a href="#${name}">${name}</a>`);
  return links.length === 0 ? [] : [`Answers with ${links.join(' and ')}.`];
}

function refusals({ 'x-errors': rows }: DocumentedOperation): string {
  return table(
    ['Status', 'Code', 'Reasons'],
    rows.map(({ status, code, reasons, when = '' }) => [
      String(status),
      `<code>${code}</code>`,
      `${reasons.map((reason) => `<code>${reason}</code>`).join(', ')} ${inline(when)}`,
    ]),
  );
}

import { ABOUT_NETWORK } from '../../domain/chain/record/network.js';
import { escapeHtml } from '../../platform/html/html.js';
import { PAPER_STYLE_SOURCE } from '../../platform/html/paper-style.js';
import type { ExplorerEntries } from './explorer-files.js';
import { callBehind, type FoundPage } from './explorer-pages.js';
import type { ExplorerSettings } from './explorer-settings.js';

/**
 * Policy of the pages: scripts, styles and requests of this service only, and no markup that becomes a
 * script. Requests may also go to a node on the user's own machine.
 */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${PAPER_STYLE_SOURCE}`,
  // The user's own node, for comparing block hashes.
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  "img-src 'self' data:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Policies for the URL of the verifier, and for the document of a report.
  'trusted-types explorer report',
].join('; ');

/**
 * The HTML document of a page: its description and its scripts, which request the data.
 * @param root path from the page to the service, such as `../..`
 */
export function explorerShell(
  found: FoundPage | undefined,
  root: string,
  { network, demoKey, examples }: ExplorerSettings,
  { script, parts, style, worker }: ExplorerEntries,
): string {
  const file = (name: string): string => `${root}/explore/file/${name}`;
  const settings = {
    root,
    network,
    worker: file(worker),
    examples,
    ...(demoKey && { key: demoKey }),
  };
  const title = found ? found.page.title : 'No such page';
  const says = found ? found.page.says : 'There is no such page here.';
  const call = found && `${root}/api/v1/chains/1/${callBehind(found)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Chainproof</title>
<meta name="description" content="${escapeHtml(says)}">
<meta name="chainproof" content="${escapeHtml(JSON.stringify(settings))}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${file(style)}">
${parts.map((part) => `<link rel="modulepreload" href="${file(part)}">\n`).join('')}<script type="module" src="${file(script)}"></script>
</head>
<body>
${network === 'demo' ? `<aside class="band" aria-label="Which chain this is"><strong>Demo chain. Not Ethereum.</strong> ${escapeHtml(ABOUT_NETWORK.demo)}</aside>\n` : ''}<div id="page">
<noscript>
<main class="plain">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(says)}</p>
<p>This page asks the service with JavaScript, which is off here. ${
    call === undefined
      ? ''
      : `The same answer for programs: <a href="${escapeHtml(call)}">${escapeHtml(call)}</a>.`
  } It needs a key in the header <code>X-API-Key</code>, unless the service is open.</p>
<p><a href="${root}/docs">Reference of the API</a></p>
</main>
</noscript>
</div>
</body>
</html>
`;
}

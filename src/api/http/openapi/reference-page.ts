import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from '@nestjs/swagger';

/** The reference as one page that needs nothing else: a section per method, whose anchor is its operation id. */
export function referencePage(document: OpenAPIObject): string {
  const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ target: `GET ${path}`, operation: get }] : []),
    ...(post ? [{ target: `POST ${path}`, operation: post }] : []),
  ]);
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, SchemaObject][];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)} ${escaped(document.info.version)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav><h2>Methods</h2><ul>${operations.map(({ operation }) => link(operation)).join('')}</ul>
<h2>Records</h2><ul>${schemas.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
<main>
<h1>${escaped(document.info.title)} <small>${escaped(document.info.version)}</small></h1>
${prose(document.info.description ?? '')}
<p>The same as a document for programs: <a href="openapi.json">openapi.json</a>.</p>
${operations.map(({ target, operation }) => operationSection(document, target, operation)).join('\n')}
${schemas.map(([name, schema]) => recordSection(name, schema)).join('\n')}
</main>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;display:flex;flex-wrap:wrap}
nav{padding:1rem 1.5rem;flex:0 1 14rem}nav ul{list-style:none;padding:0;margin:0}
main{padding:1rem 1.5rem;flex:1 1 40rem;max-width:60rem}
section{border-top:1px solid #8886;margin-top:2rem;padding-top:.5rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8883}
code{font-family:ui-monospace,monospace;font-size:.9em}
section:target h2{text-decoration:underline}`;

const link = ({ operationId = '' }: OperationObject) =>
  `<li><a href="#${operationId}">${operationId}</a></li>`;

function operationSection(document: OpenAPIObject, target: string, operation: OperationObject): string {
  const extensions = operation as unknown as Record<string, unknown>;
  const plan = extensions['x-plan'] ? `<p>Plan: ${escaped(String(extensions['x-plan']))}</p>` : '';
  return `<section id="${operation.operationId}">
<h2>${escaped(operation.summary ?? '')}</h2>
<p><code>${escaped(target)}</code></p>
${prose(operation.description ?? '')}${plan}
${parameterTable(document, operation)}
${refusalTable(extensions['x-errors'] as RefusalRows)}
<p>${recordLinks(operation.responses[200])}</p>
</section>`;
}

type RefusalRows = readonly { status: number; code: string; reasons: readonly string[]; when?: string }[];

function parameterTable(document: OpenAPIObject, { parameters = [] }: OperationObject): string {
  const known = (document.components?.parameters ?? {}) as Record<string, ParameterObject>;
  const rows = parameters.map((parameter) => {
    const {
      name,
      in: place,
      description,
    } = '$ref' in parameter ? (known[parameter.$ref.split('/').at(-1) ?? ''] as ParameterObject) : parameter;
    return [`<code>${escaped(name)}</code>`, place, inline(description ?? '')];
  });
  return table(['Parameter', 'In', 'What it is'], rows);
}

function refusalTable(refusals: RefusalRows): string {
  const rows = refusals.map(({ status, code, reasons, when = '' }) => [
    String(status),
    `<code>${code}</code>`,
    `${reasons.map((reason) => `<code>${reason}</code>`).join(', ')} ${inline(when)}`,
  ]);
  return table(['Status', 'Code', 'Reasons'], rows);
}

function recordLinks(response: unknown): string {
  const names = [...JSON.stringify(response).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  return names.length === 0
    ? ''
    : `Answers with ${names.map((name) => `<a href="#${name}">${name}</a>`).join(' and ')}.`;
}

function recordSection(
  name: string,
  { description = '', properties = {}, required = [] }: SchemaObject,
): string {
  const rows = Object.entries(properties).map(([field, schema]) => {
    const { description: says = '', 'x-absent-means': absent } = schema as SchemaObject & {
      'x-absent-means'?: string;
    };
    const absence = required.includes(field) ? 'always there' : `absent: ${inline(absent ?? 'not stated')}`;
    return [`<code>${field}</code>`, inline(says), absence];
  });
  return `<section id="${name}"><h2>${name}</h2>${prose(description)}${table(['Field', 'What it says', ''], rows)}</section>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], cell: string) =>
    row.map((text) => `<${cell}>${text}</${cell}>`).join('');
  return `<table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

const prose = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');

const inline = (text: string) =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

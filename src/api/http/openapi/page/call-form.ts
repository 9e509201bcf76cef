import type { OpenAPIObject, ParameterObject, SchemaObject } from '@nestjs/swagger';
import { escapeHtml } from '../../../../platform/html/html.js';
import { type DocumentedCall, parametersOf } from './documented-operation.js';
import { inline } from './markup.js';

/** A browser would take `.` and `..` in a path for steps, even escaped, and request another path. */
const NO_STEPS = `pattern="(?!\\.\\.?$).*" title="Anything but . and .., which are steps in a path"`;

/**
 * The form that sends a call, with a field and its meaning for each parameter. The script of the page reads
 * its `data-` attributes.
 */
export function callForm(document: OpenAPIObject, { verb, path, operation }: DocumentedCall): string {
  const { operationId } = operation;
  const fields = parametersOf(document, operation).map((parameter) => field(operationId, parameter));
  const isOpen = operation.security?.length === 0;
  return `<form data-verb="${verb}" data-path="${escapeHtml(path)}" data-operation="${operationId}"${isOpen ? ' data-open' : ''}>
${fields.join('\n')}${operation.requestBody ? bodyField(operationId) : ''}
<p class="acts"><button type="submit">Send</button> <button type="button" data-act="curl">Copy as curl</button>
<span class="note" role="status"></span></p>
<div class="answer" aria-live="polite"></div>
</form>`;
}

function field(operationId: string, parameter: ParameterObject): string {
  const { name, in: place, description = '', required = false } = parameter;
  const id = escapeHtml(`${operationId}-${name}`);
  return `<div class="field"><label for="${id}"><code>${escapeHtml(name)}</code> <small>${place}${required ? ', required' : ''}</small></label>
${control(id, parameter)}
<p id="${id}-says">${inline(description)}</p></div>`;
}

function control(id: string, parameter: ParameterObject): string {
  const { name, in: place, required = false } = parameter;
  const { enum: choices, default: byDefault, minimum, maximum } = (parameter.schema ?? {}) as SchemaObject;
  const given = `id="${id}" name="${escapeHtml(name)}" data-in="${place}" aria-describedby="${id}-says"${required ? ' required' : ''}`;
  if (choices) {
    const options = [...(required ? [] : ['']), ...choices].map(
      (choice) => `<option>${escapeHtml(String(choice))}`,
    );
    return `<select ${given}>${options.join('')}</select>`;
  }
  const bounds = minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`;
  const hint = byDefault === undefined ? bounds : `${bounds}${bounds && ', '}${byDefault} if left out`;
  const steps = place === 'path' ? ` ${NO_STEPS}` : '';
  return `<input ${given}${steps} placeholder="${escapeHtml(hint)}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
}

function bodyField(operationId: string): string {
  const id = `${operationId}-body`;
  return `<div class="field"><label for="${id}"><code>body</code> <small>JSON</small></label>
<textarea id="${id}" data-in="body" rows="3" spellcheck="false">{"jsonrpc":"2.0","id":1,"method":"tools/list"}</textarea></div>`;
}

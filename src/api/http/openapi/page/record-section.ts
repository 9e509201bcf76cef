import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { escapeHtml } from '../../../../platform/html/html.js';
import { inline, prose, table } from './markup.js';

/** The fields of a record with their meaning, and the meaning of their absence. */
export function recordSection(
  name: string,
  { description = '', properties = {}, required = [] }: SchemaObject,
): string {
  const rows = Object.entries(properties).map(([field, schema]) => {
    const { description: says = '', 'x-absent-means': absent } = schema as SchemaObject & {
      'x-absent-means'?: string;
    };
    const absence = required.includes(field) ? 'always there' : `absent: ${inline(absent ?? 'not stated')}`;
    return [`<code>${escapeHtml(field)}</code>`, kindOf(schema), inline(says), absence];
  });
  return `<section id="${name}"><h3>${name}</h3>${prose(description)}${table(['Field', 'Is', 'Meaning', 'Absence'], rows)}</section>`;
}

function kindOf(schema: SchemaObject | ReferenceObject): string {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${name}</a>`;
  }
  const [only] = schema.allOf ?? [];
  if (only) return kindOf(only);
  if (schema.items) return `list of ${kindOf(schema.items)}`;
  if (schema.oneOf) return schema.oneOf.map(kindOf).join(' or ');
  // OpenAPI 3.1 has several types where one of them is `null`.
  return escapeHtml([schema.type ?? 'any'].flat().join(' or '));
}

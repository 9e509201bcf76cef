import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

const RECORDS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/**
 * The record as the reference describes it, with every record inside of it, as one JSON Schema (2020-12) that needs nothing else. It
 * does not name its dialect: clients of earlier years understand it, but refuse that name.
 */
export function outputSchema(
  record: Type,
  { components }: OpenAPIObject,
): NonNullable<ListedTool['outputSchema']> {
  const names = [nameIn(getSchemaPath(record))];
  const definitions: Record<string, object> = {};
  for (const name of names) {
    const text = JSON.stringify(components?.schemas?.[name]);
    for (const [, inside = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      if (!names.includes(inside)) names.push(inside);
    definitions[name] = JSON.parse(text.replaceAll(`"${RECORDS}`, `"${DEFINITIONS}`));
  }
  const { [names[0]!]: root, ...$defs } = definitions;
  return { type: 'object', ...root, $defs };
}

const nameIn = (path: string) => path.slice(RECORDS.length);

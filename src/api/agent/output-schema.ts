import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject, type SchemaObject } from '@nestjs/swagger';

const RECORDS = '#/components/schemas/';

type OutputSchema = NonNullable<ListedTool['outputSchema']>;

/**
 * The fields of a record with their types; of nested records only that they exist. An agent pays for each
 * character of the tool list, and the reference explains fields and absences.
 */
export function outputSchema(record: Type, { components }: OpenAPIObject): OutputSchema {
  const described = components?.schemas?.[getSchemaPath(record).slice(RECORDS.length)] as SchemaObject;
  // The chain is the same in every record.
  const { chainId: _, ...fields } = described.properties ?? {};
  const properties = Object.entries(fields).map(([name, field]) => [name, outline(field as SchemaObject)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as NonNullable<OutputSchema['properties']>,
  };
}

function outline(field: SchemaObject | { readonly $ref: string }): object {
  if ('$ref' in field) return { type: 'object' };
  const { type, items, enum: choices, allOf, oneOf } = field;
  const [whole] = allOf ?? [];
  if (whole) return outline(whole as SchemaObject);
  if (oneOf) return { oneOf: oneOf.map((one) => outline(one as SchemaObject)) };
  return {
    ...(type !== undefined && { type }),
    ...(choices && { enum: choices }),
    ...(items && { items: outline(items as SchemaObject) }),
  };
}

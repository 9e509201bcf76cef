import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { firstSentence } from '../../domain/text/first-sentence.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { ADDRESS_DESCRIPTION } from '../http/parameter/address.parameter.js';
import { type DeclaredParameter, parametersOf } from '../http/parameter/parameter.decorator.js';
import { SHOWN_ROWS } from './shown-rows.js';

/** The arguments of a tool: the parameters of its method, with a smaller default number of rows. */
export function inputSchema({ parameters }: ChainMethod): InputSchema {
  const declared = parametersOf(parameters);
  return {
    type: 'object',
    properties: Object.fromEntries(
      declared.map((parameter) => [parameter.name, schemaOf(parameter)]),
    ) as NonNullable<InputSchema['properties']>,
    required: declared.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

type InputSchema = ListedTool['inputSchema'];

function schemaOf(parameter: DeclaredParameter): object {
  const { description, schema } = parameter;
  return {
    ...withoutRedundance(parameter, schema),
    ...(isLimit(parameter) && { default: SHOWN_ROWS }),
    // The reference has the whole text. The pattern describes an address fully, and the bounds describe a
    // limit.
    ...(description !== ADDRESS_DESCRIPTION &&
      !isLimit(parameter) && { description: firstSentence(description) }),
  };
}

/**
 * Leaves out what an agent does not need: it only returns cursors that it got, and knows that numbers are
 * below 2^53.
 */
function withoutRedundance({ kind }: DeclaredParameter, schema: Schema): Schema {
  if (kind === 'cursor') return { type: 'string' };
  const { format: _, maximum, ...bounds } = schema;
  return { ...bounds, ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }) };
}

type Schema = DeclaredParameter['schema'];

const isRequired = ({ place, ...rest }: DeclaredParameter) => place === 'path' || rest.isRequired === true;

/** Whether a parameter limits the number of rows. */
export const isLimit = ({ kind }: DeclaredParameter) => kind === 'limit';

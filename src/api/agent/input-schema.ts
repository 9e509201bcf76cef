import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { ChainMethod } from '../http/method/documented-method.js';
import { type DeclaredParameter, parametersOf } from '../http/parameter/parameter.decorator.js';
import { SHOWN_ROWS } from './shown-rows.js';

/** The arguments of a tool: the parameters of its method, but fewer rows where none are asked for. */
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
  const { description, schema } = parameter.kind;
  return { ...schema, ...(isLimit(parameter) && { default: SHOWN_ROWS }), description };
}

const isRequired = ({ place, kind }: DeclaredParameter) => place === 'path' || kind.isRequired === true;

/** Whether it says how many rows to list. */
export const isLimit = ({ kind }: DeclaredParameter) => kind.kind === 'limit';

import type { ApiResponse } from '../http/method/api-response.js';
import { abridged } from './abridged.js';
import { readingOn } from './reading-on.js';
import type { Tool } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';
import { visibleJson } from './visible-json.js';

/**
 * An answer as text for an agent: its block, its fields, its notes, and the call for the next page.
 * @param data the record as JSON has it, without undefined fields
 */
export function answerText(
  tool: Tool,
  given: ToolArguments,
  data: object,
  { asOfBlock, notes }: Pick<ApiResponse<object>, 'asOfBlock' | 'notes'>,
): string {
  return [
    asOfBlock === undefined ? 'As of no block in particular.' : `As of block ${asOfBlock}.`,
    ...Object.entries(abridged(data) as object).flatMap(fieldLines),
    ...notes,
    ...readingOn(tool, given, data),
  ].join('\n');
}

/** The lines of a field. A list has a line for each row. */
function fieldLines([name, value]: readonly [string, unknown]): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return [`${name}: ${visibleJson(value)}`];
  return [`${name}:`, ...value.map((row) => `- ${visibleJson(row)}`)];
}

import { parametersOf } from '../http/parameter/parameter.decorator.js';
import { isLimit } from './input-schema.js';
import { SHOWN_ROWS } from './shown-rows.js';
import type { Tool } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';
import { visibleJson } from './visible-json.js';

/** The calls that continue a list, written out; empty if the answer is no list. */
export function readingOn({ name, method }: Tool, given: ToolArguments, data: object): readonly string[] {
  if (!method.list) return [];
  const { [method.list.items]: rows = [], nextCursor, hasMore } = data as ListData;
  const call = (more: ToolArguments) => `${name} ${visibleJson({ ...given, ...more })}`;
  const most = parametersOf(method.parameters).find(isLimit)?.schema.maximum;
  const limit = given.limit ?? SHOWN_ROWS;
  const lines: string[] = [];
  if (rows.length > SHOWN_ROWS)
    lines.push(
      `Shown are rows 1 to ${SHOWN_ROWS} of ${rows.length}; structuredContent has all of them.` +
        (!method.list.paged ? '' : ` To read ten at a time: ${call({ limit: SHOWN_ROWS })}`),
    );
  if (nextCursor !== undefined) lines.push(`Next page: ${call({ limit, cursor: nextCursor })}`);
  else if (method.list.paged) lines.push('Nothing follows.');
  else if (hasMore !== false && most !== undefined && rows.length === Number(limit) && rows.length < most)
    lines.push(`There may be more: ${call({ limit: most })}`);
  return lines;
}

type ListData = { readonly nextCursor?: string; readonly hasMore?: boolean } & {
  readonly [items: string]: readonly unknown[];
};

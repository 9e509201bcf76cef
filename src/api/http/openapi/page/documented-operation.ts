import type { OpenAPIObject, OperationObject, ParameterObject } from '@nestjs/swagger';
import type { RefusalRow } from '../../method/refusal-rows.js';

/** An operation of the document, with our extensions of OpenAPI. */
export interface DocumentedOperation extends OperationObject {
  readonly operationId: string;
  readonly 'x-errors': readonly RefusalRow[];
  readonly 'x-plan'?: string;
  readonly 'x-price'?: { readonly amount: string; readonly asset: string; readonly network: string };
}

/** One section of the page. */
export interface DocumentedCall {
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** All calls of a document, by tag, in its order. */
export function callsByTag({ paths }: OpenAPIObject): ReadonlyMap<string, readonly DocumentedCall[]> {
  const byTag = new Map<string, DocumentedCall[]>();
  for (const [path, { get, post }] of Object.entries(paths)) {
    for (const [verb, operation] of [['GET', get] as const, ['POST', post] as const]) {
      if (!operation) continue;
      const [tag = ''] = operation.tags ?? [];
      const call = { verb, path, operation: operation as DocumentedOperation };
      byTag.set(tag, [...(byTag.get(tag) ?? []), call]);
    }
  }
  return byTag;
}

/** The parameters of an operation, including those that it only refers to. */
export function parametersOf(
  { components }: OpenAPIObject,
  { parameters = [] }: OperationObject,
): readonly ParameterObject[] {
  const known = (components?.parameters ?? {}) as Record<string, ParameterObject>;
  return parameters.map((parameter) =>
    '$ref' in parameter ? known[parameter.$ref.split('/').at(-1) ?? '']! : parameter,
  );
}

import { applyDecorators, Get, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type DeclaredParameter, parametersOf } from '../parameter/parameter.decorator.js';
import { type DocumentedMethod, isMessageMethod } from './documented-method.js';

/** Serves a documented method. The route carries its description, from which the reference is made. */
export function Method(path: string, method: DocumentedMethod): MethodDecorator {
  return applyDecorators(
    isMessageMethod(method) ? Post(path) : Get(path),
    RouteConfig({ documented: method }),
    ApiTags(method.tag),
    ApiOperation({
      operationId: method.operationId,
      summary: method.summary,
      description: method.description,
    }),
    ...parametersOf(method.parameters).map(documented),
    ...('record' in method ? [ApiExtraModels(method.record)] : []),
  );
}

function documented(parameter: DeclaredParameter): MethodDecorator {
  const { name, place, description, schema, kind, rules, isRequired = false } = parameter;
  const documentation = {
    name,
    description,
    schema,
    extensions: {
      'x-kind': kind,
      // Only if there is a single rule: with several, none is the only reason.
      ...(rules.length === 1 && { 'x-invalid-reason': rules[0]!.reason }),
    },
  };
  return place === 'path' ? ApiParam(documentation) : ApiQuery({ ...documentation, required: isRequired });
}

import { applyDecorators, createParamDecorator, type ExecutionContext, Get, Post } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type DeclaredParameter, parametersOf } from '../parameter/parameter.decorator.js';
import { type DocumentedMethod, isMessageMethod } from './documented-method.js';

/** The method that a controller function serves. */
export const Serves = Reflector.createDecorator<DocumentedMethod>();

/** Serves a documented method: its description rides on the route and is the source of the reference. */
export function Method(path: string, method: DocumentedMethod): MethodDecorator {
  return applyDecorators(
    isMessageMethod(method) ? Post(path) : Get(path),
    Serves(method),
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

/** The parameters of the request, already read and checked as the method declares them. */
export const Parameters = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().parameters,
);

function documented({ name, place, kind }: DeclaredParameter): MethodDecorator {
  const documentation = {
    name,
    description: kind.description,
    schema: kind.schema,
    extensions: {
      'x-kind': kind.kind,
      // One of several would not be the reason.
      ...(!kind.otherReasons && { 'x-invalid-reason': kind.invalidReason }),
    },
  };
  return place === 'path'
    ? ApiParam(documentation)
    : ApiQuery({ ...documentation, required: kind.isRequired ?? false });
}

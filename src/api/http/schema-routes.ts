import type { FastifyInstance } from 'fastify';
import { bundleJsonSchemas } from '../../verifier/bundle/json-schema.js';

const PAGE = { config: { isPage: true } } as const;
const TYPE = 'application/schema+json; charset=utf-8';
/** Not longer, because another release may have another format. */
const AN_HOUR = 'public, max-age=3600';

/** Serves the JSON Schemas of the files that `chainproof-verify` reads at `/schemas/<name>.json`. Open to all. */
export function addSchemaRoutes(fastify: FastifyInstance): void {
  for (const [name, schema] of Object.entries(bundleJsonSchemas())) {
    const text = JSON.stringify(schema);
    fastify.get(`/schemas/${name}.json`, PAGE, (_, reply) =>
      reply
        .header('content-type', TYPE)
        .header('cache-control', AN_HOUR)
        .header('x-content-type-options', 'nosniff')
        .send(text),
    );
  }
}

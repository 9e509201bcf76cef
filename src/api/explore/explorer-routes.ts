import type { FastifyInstance, FastifyReply } from 'fastify';
import { asksForHtml } from '../../platform/html/asks-for-html.js';
import { unknownRoute } from '../refusal/request-refusals.js';
import { type ExplorerFiles, encodedFor } from './explorer-files.js';
import { findPage } from './explorer-pages.js';
import type { ExplorerSettings } from './explorer-settings.js';
import { EXPLORER_POLICY, explorerShell } from './explorer-shell.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page for people. It is open to all, takes no parameters, and is no documented method. */
    isPage?: true;
  }
}

const PAGE = { config: { isPage: true } } as const;
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the pages of the explorer at `/explore`, and redirects browsers there from `/`. */
export function addExplorerRoutes(
  fastify: FastifyInstance,
  settings: ExplorerSettings,
  files: ExplorerFiles | undefined,
): void {
  if (!settings.isServed || files === undefined) return;

  fastify.get('/', PAGE, (request, reply) => {
    reply.header('vary', 'accept');
    if (!asksForHtml(request.headers.accept)) throw unknownRoute();
    reply.header('cache-control', 'no-store').redirect('explore', 302);
  });

  fastify.get<{ Params: { name: string } }>('/explore/file/:name', PAGE, (request, reply) => {
    const file = files.find(request.params.name);
    if (!file) throw unknownRoute();
    const { bytes, encoding } = encodedFor(file, request.headers['accept-encoding'] ?? '');
    if (encoding) reply.header('content-encoding', encoding);
    return guarded(reply)
      .header('content-type', file.type)
      .header('cache-control', FOREVER)
      .header('vary', 'accept-encoding')
      .send(bytes);
  });

  const shell = (path: string, reply: FastifyReply) => {
    const found = findPage(path);
    // The files are beside `/explore`, and two levels above `/explore/a/b`.
    const root = path === '' ? '.' : path.replaceAll(/[^/]+/g, '..');
    return guarded(reply)
      .code(found ? 200 : 404)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', EXPLORER_POLICY)
      .header('cache-control', 'no-store')
      .send(explorerShell(found, root, settings, files.entries));
  };
  fastify.get('/explore', PAGE, (_, reply) => shell('', reply));
  fastify.get<{ Params: { '*': string } }>('/explore/*', PAGE, (request, reply) => {
    const path = new URL(request.raw.url ?? '/', 'http://host').pathname.slice('/explore/'.length);
    if (path === '' || path.endsWith('/')) {
      if (!asksForHtml(request.headers.accept)) throw unknownRoute();
      // Redirects to the same page by a relative path, because a proxy may serve everything below a path of
      // its own.
      return reply.redirect(path === '' ? '../explore' : `../${path.split('/').at(-2)}`, 302);
    }
    return shell(path, reply);
  });
}

function guarded(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin');
}

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProcessLock } from '../../process/process-lock.js';
import { findBinaries } from './binaries.js';
import { openCluster, ownerOf } from './cluster.js';
import { homeOf } from './home.js';
import { findPostmaster, type Postmaster } from './postmaster.js';
import { endServer, launchServer, stopServer } from './server-process.js';
import { DEFAULT_SETTINGS, type ServerSettings } from './server-settings.js';
import { ServerUsers } from './server-users.js';
import { unprivilegedUser } from './unprivileged-user.js';

export interface EmbeddedPostgresOptions {
  /** Made when missing; everything of the server lies in it (or where its note `postgres-is-at` points). */
  readonly dataDir: string;
  /** A free one when left out. */
  readonly port?: number;
  /** On top of `DEFAULT_SETTINGS`. */
  readonly settings?: ServerSettings;
}

export interface EmbeddedPostgres {
  /** Connection URL with the superuser's password. */
  readonly url: string;
  /** Where the server's files are. */
  readonly home: string;
  /** Shuts the server down unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a data directory, or joins the one another process of ours runs there. A server whose
 * users were all killed is shut down first, with whatever their sessions still held, and started anew.
 * @throws Error saying what to do: no package for this platform, another major version, an unreachable directory, a
 * port in use.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const lock = new ProcessLock(join(dataDir, 'lock'));
  return lock.hold(async () => {
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const user = unprivilegedUser();
    const home = homeOf(dataDir, user);
    const runAs = ownerOf(home) ?? user;
    const binaries = findBinaries(home, runAs);
    const cluster = await openCluster(home, binaries, runAs, settings.fsync !== 'off');
    const users = new ServerUsers(home);

    let server = findPostmaster(cluster.dataDirectory);
    if (server !== undefined && !users.othersRemain()) {
      await stopServer(server);
      server = undefined;
    }
    if (server !== undefined && options.port !== undefined && options.port !== server.port) {
      throw new Error(
        `another process runs PostgreSQL on ${dataDir} at port ${server.port}, not ${options.port}`,
      );
    }
    const { dataDirectory } = cluster;
    server ??= await launchServer({ home, dataDirectory, binaries, runAs, settings, port: options.port });
    users.enter();
    return {
      url: `postgres://${cluster.user}:${cluster.password}@127.0.0.1:${server.port}/postgres`,
      home,
      stop: leaving(lock, users, server),
    };
  });
}

function leaving(lock: ProcessLock, users: ServerUsers, server: Postmaster): () => Promise<void> {
  // Whoever leaves without stop() still asks the server to end; it does so by itself in its own time.
  const abandon = () => {
    users.leave();
    if (!users.othersRemain()) endServer(server);
  };
  process.once('exit', abandon);
  return () =>
    lock.hold(async () => {
      process.removeListener('exit', abandon);
      users.leave();
      if (!users.othersRemain()) await stopServer(server);
    });
}

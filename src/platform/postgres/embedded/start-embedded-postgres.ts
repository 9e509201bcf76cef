import { join, resolve } from 'node:path';
import { endOfProcess } from '../../process/end-of-process.js';
import { KeptProcess, type Run } from '../../process/kept-process.js';
import { makeDirectory } from '../../process/make-directory.js';
import { ProcessLock } from '../../process/process-lock.js';
import { findBinaries } from './binaries.js';
import { openCluster, ownerOf } from './cluster.js';
import { homeOf } from './home.js';
import { findPostmaster, type Postmaster, portOfCrashed } from './postmaster.js';
import { endServer, lastWords, launchServer, stopServer } from './server-process.js';
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
  /** Server events during use, a line each. */
  readonly say?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection URL with the superuser's password. */
  readonly url: string;
  /** Where the server's files are. */
  readonly home: string;
  /** It is started again on the same port when it ends by itself. */
  readonly kept: KeptProcess;
  /** Shuts the server down unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a data directory, or joins the one that another process of ours runs there. A server whose users were all
 * killed is shut down first, with their sessions, and restarted.
 * @throws Error with instructions: no package for this platform, another major version, an unreachable directory, a port in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  makeDirectory(dataDir);
  const lock = new ProcessLock(join(dataDir, 'lock'));
  return lock.hold(async () => {
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const user = unprivilegedUser();
    const home = homeOf(dataDir, user);
    const runAs = ownerOf(home) ?? user;
    const binaries = findBinaries(home, runAs);
    const cluster = await openCluster(home, binaries, runAs, settings.fsync !== 'off');
    const users = new ServerUsers(home);

    const { dataDirectory } = cluster;
    const launch = (port: number | undefined): Promise<Postmaster> =>
      launchServer({ home, dataDirectory, binaries, runAs, settings, port });
    let server = findPostmaster(dataDirectory);
    const shared = users.othersRemain();
    if (server !== undefined && !shared) {
      await stopServer(server);
      server = undefined;
    }
    if (server !== undefined && options.port !== undefined && options.port !== server.port) {
      throw new Error(
        `another process runs PostgreSQL on ${dataDir} at port ${server.port}, not ${options.port}`,
      );
    }
    // The other users of a crashed server wait for it at its old port.
    server ??= await launch(options.port ?? (shared ? portOfCrashed(dataDirectory) : undefined));
    users.enter();
    const { port } = server;
    const watched = watch(server, home);
    const used: Used = { lock, users, server };
    const kept = new KeptProcess({
      name: 'the embedded PostgreSQL',
      launch: () =>
        lock.hold(async () => {
          // Another process that uses it may have been faster.
          used.server = findPostmaster(dataDirectory) ?? (await launch(port));
          if (used.server.port !== port) throw new Error(`it runs at port ${used.server.port}, not ${port}`);
          return watch(used.server, home);
        }),
      directory: home,
      ...(options.say === undefined ? {} : { say: options.say }),
    });
    kept.keep(watched);
    return {
      url: `postgres://${cluster.user}:${cluster.password}@127.0.0.1:${port}/postgres`,
      home,
      kept,
      stop: leaving(used, kept),
    };
  });
}

/** The server as it runs now, and those who use it. */
interface Used {
  readonly lock: ProcessLock;
  readonly users: ServerUsers;
  server: Postmaster;
}

/** A run that other processes may use, too: stopping it only stops the watching. */
function watch({ identity }: Postmaster, home: string): Run {
  const looking = new AbortController();
  return {
    ended: endOfProcess(identity, looking.signal).then(() => lastWords(home)),
    stop: async () => looking.abort(),
  };
}

function leaving(used: Used, kept: KeptProcess): () => Promise<void> {
  const { lock, users } = used;
  // A process that leaves without stop() still asks the server to end; it does so in its own time.
  const abandon = () => {
    users.leave();
    if (!users.othersRemain()) endServer(used.server);
  };
  process.once('exit', abandon);
  const leave = async () => {
    users.leave();
    if (!users.othersRemain()) await stopServer(used.server);
  };
  return async () => {
    await kept.stop();
    process.removeListener('exit', abandon);
    // On a full disk no lock can be taken, which must not keep the server from being stopped.
    const release = await lock.take(LEAVE_WITHIN_MS).catch(() => undefined);
    await leave().finally(release);
  };
}

/** Another process may take so long to start or stop the server under this lock. */
const LEAVE_WITHIN_MS = 600_000;

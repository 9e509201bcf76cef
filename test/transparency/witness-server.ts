import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCheckpoint } from '../../src/tlog/checkpoint.js';
import { type TreeHash, verifyConsistency } from '../../src/tlog/merkle-tree.js';
import {
  cosignatureOf,
  type NoteSigner,
  type NoteVerifier,
  requireSignature,
  signerOf,
  verifierKey,
} from '../../src/tlog/note-key.js';
import { parseNote, signatureLine } from '../../src/tlog/signed-note.js';

interface Answer {
  readonly status: number;
  readonly body?: string;
}

/** An in-memory witness (C2SP tlog-witness) of one log. */
export class WitnessServer {
  readonly #signer: NoteSigner;
  readonly #server: Server;
  #known: { size: number; root: TreeHash } | undefined;

  private constructor(
    name: string,
    private readonly log: NoteVerifier,
  ) {
    this.#signer = signerOf(name, Buffer.alloc(32, name), 'witness');
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const isAsked = request.method === 'POST' && request.url === '/add-checkpoint';
      const { status, body = '' } = isAsked ? this.add(Buffer.concat(chunks).toString()) : { status: 404 };
      const type = status === 409 && body !== '' ? 'text/x.tlog.size' : 'text/plain';
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  }

  static async start(name: string, log: NoteVerifier): Promise<WitnessServer> {
    const witness = new WitnessServer(name, log);
    await new Promise<void>((resolve) => witness.#server.listen(0, '127.0.0.1', resolve));
    return witness;
  }

  get verifierKey(): string {
    return verifierKey(this.#signer);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The line for this witness in a policy. */
  line(word: string): string {
    return `witness ${word} ${this.verifierKey} ${this.url}\n`;
  }

  private add(text: string): Answer {
    const [head = '', ...rest] = text.split('\n\n');
    const [first = '', ...hashes] = head.split('\n');
    const old = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN);
    if (Number.isNaN(old) || hashes.length > 63) return { status: 400 };
    const note = parseNote(rest.join('\n\n'));
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint.origin !== this.log.name) return { status: 404 };
    try {
      requireSignature(note, this.log);
    } catch {
      return { status: 403 };
    }
    if (old > checkpoint.size) return { status: 400 };
    const known = this.#known?.size ?? 0;
    if (old !== known) return { status: 409, body: `${known}\n` };
    if (this.#known?.size === checkpoint.size && !this.#known.root.equals(checkpoint.root))
      return { status: 409 };
    const proof = hashes.map((hash) => Buffer.from(hash, 'base64'));
    try {
      if (this.#known && known > 0) verifyConsistency(this.#known, checkpoint, proof);
      else if (proof.length > 0) throw new Error('a proof from nothing is empty');
    } catch {
      return { status: 422 };
    }
    this.#known = { size: checkpoint.size, root: checkpoint.root };
    return {
      status: 200,
      body: signatureLine(cosignatureOf(note.text, this.#signer, Math.floor(Date.now() / 1_000))),
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

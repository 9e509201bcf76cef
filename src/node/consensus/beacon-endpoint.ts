import { JSONParser } from '@streamparser/json';
import { Agent, type Dispatcher, request } from 'undici';
import { basicCredentials } from '../../domain/url/basic-credentials.js';
import { causeOf, MalformedAnswer, NodeUnreachable } from '../rpc/node-errors.js';

/** The node answered that it does not offer the path, or does not have the state. */
export class BeaconRefusal extends Error {
  override readonly name = 'BeaconRefusal';
  constructor(
    readonly node: string,
    readonly path: string,
    readonly status: number,
  ) {
    super(`${node}: ${path}: HTTP status ${status}`);
  }
}

/** Fields beside the list in an answer. */
export interface ListFrame {
  /** Name of the fork whose rules apply to the state, where the node gives it. */
  readonly version?: string;
  /** Whether the node has not yet verified the blocks the state rests on. */
  readonly isOptimistic: boolean;
}

/** A node may take its time before it sends the first of a million validators. */
const SILENCE_MS = 60_000;
/** Texts up to this size are read without growing the buffer; none in these lists is longer. */
const TEXT_BYTES = 1_024;
/** First bytes of an answer that are kept to recognise an empty list: such an answer is no longer. */
const SHORT_BYTES = 4_096;
const LARGEST_DOCUMENT_BYTES = 4 * 1024 * 1024;
/** Ten times the size of the answer for a million validators. */
const LARGEST_LIST_BYTES = 4 * 1024 ** 3;
/** An epoch lasts 384 s, so a slower answer is useless. */
const LONGEST_ANSWER_MS = 240_000;

/**
 * The Beacon API of one node over kept-alive connections.
 *
 * @throws NodeUnreachable for a connection error, a time-out or a server error
 * @throws BeaconRefusal for a status of 4xx
 * @throws MalformedAnswer for an answer that is not JSON, or of another shape
 */
export class BeaconEndpoint {
  readonly #agent: Agent;
  readonly #base: URL;

  /** @param url may carry credentials, so it never appears in an error; `name` does */
  constructor(
    url: string,
    readonly name: string,
  ) {
    this.#base = new URL(url);
    this.#agent = new Agent({
      connections: 4,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    });
  }

  /** The `data` of a small document. */
  async document(path: string): Promise<unknown> {
    const body = await this.#get(path);
    const text = (await this.#whole(body)).toString();
    try {
      return (JSON.parse(text) as { data?: unknown }).data;
    } catch {
      throw new MalformedAnswer(`${path} is not JSON`);
    }
  }

  /** A document in SSZ. */
  async bytes(path: string): Promise<Buffer> {
    return this.#whole(await this.#get(path, 'application/octet-stream'));
  }

  /**
   * Passes the elements of a list of any length to `onElement` one by one, without keeping them.
   * @param field of `data` that is the list; without it, `data` is
   */
  async list(path: string, onElement: (element: unknown) => void, field?: string): Promise<ListFrame> {
    const body = await this.#get(path);
    const beside = new Map<unknown, unknown>();
    let elements = 0;
    let bytes = 0;
    let beginning = '';
    const parser = new JSONParser({
      paths: ['$.version', '$.execution_optimistic', field === undefined ? '$.data.*' : `$.data.${field}.*`],
      // Elements are dropped once they are passed on.
      keepStack: false,
      stringBufferSize: TEXT_BYTES,
    });
    parser.onValue = ({ value, key, stack }) => {
      if (stack.length === 1) beside.set(key, value);
      else if (typeof key !== 'number') throw new MalformedAnswer(`${path} holds no list`);
      else {
        elements++;
        onElement(value);
      }
    };
    try {
      for await (const chunk of body) {
        bytes += (chunk as Buffer).length;
        if (bytes > LARGEST_LIST_BYTES) throw new MalformedAnswer(`${path} has no end`);
        if (beginning.length < SHORT_BYTES) beginning += (chunk as Buffer).toString('latin1');
        parser.write(chunk as Buffer);
      }
      if (!parser.isEnded) parser.end();
    } catch (error) {
      if (error instanceof MalformedAnswer) throw error;
      if (isBrokenOff(error)) throw new NodeUnreachable(this.name, causeOf(error));
      throw new MalformedAnswer(`${path} is not whole JSON`);
    }
    if (elements === 0 && !isEmptyList(beginning)) throw new MalformedAnswer(`${path} holds no list`);
    const version = beside.get('version');
    return {
      ...(typeof version === 'string' ? { version } : {}),
      isOptimistic: beside.get('execution_optimistic') === true,
    };
  }

  /** Aborts all requests, including later ones. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Some providers identify the caller by the query of their URL. */
  #at(path: string): URL {
    const url = new URL(`.${path}`, withSlash(this.#base));
    for (const [name, value] of this.#base.searchParams) url.searchParams.append(name, value);
    return url;
  }

  async #get(path: string, accept = 'application/json'): Promise<Dispatcher.ResponseData['body']> {
    try {
      const { statusCode, body } = await request(this.#at(path), {
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
        headers: { accept, ...basicCredentials(this.#base) },
      });
      if (statusCode === 200) return body;
      await body.dump();
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 429)
        throw new BeaconRefusal(this.name, path, statusCode);
      throw new NodeUnreachable(this.name, `HTTP status ${statusCode}`);
    } catch (error) {
      if (error instanceof BeaconRefusal || error instanceof NodeUnreachable) throw error;
      throw new NodeUnreachable(this.name, causeOf(error));
    }
  }

  async #whole(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += (chunk as Buffer).length;
        if (bytes > LARGEST_DOCUMENT_BYTES) throw new NodeUnreachable(this.name, 'an answer without end');
        chunks.push(chunk as Buffer);
      }
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
      throw new NodeUnreachable(this.name, causeOf(error));
    }
    return Buffer.concat(chunks);
  }
}

/** Providers may put a path before that of the API. */
function withSlash(url: URL): URL {
  const base = new URL(url);
  base.username = '';
  base.password = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/**
 * Whether an error is of the connection. Those have a code: a number for a signal, otherwise a text. Errors
 * of the parser have none.
 */
function isBrokenOff(error: unknown): boolean {
  return (error as { code?: unknown }).code !== undefined;
}

/** Whether the answer has an empty list. Without elements, the parser shows no difference to no list. */
function isEmptyList(answer: string): boolean {
  try {
    return Array.isArray((JSON.parse(answer) as { data?: unknown } | null)?.data);
  } catch {
    return false;
  }
}

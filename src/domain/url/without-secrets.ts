import { basicCredentials } from './basic-credentials.js';
import { looksLikeKey } from './looks-like-key.js';
import { percentDecoded } from './percent-decoded.js';

/** Shorter parts of a path, such as `v3` and `mainnet`, are words. */
const KEY_LENGTH = 12;
/** Shorter ones would be found in any text. */
const SECRET_LENGTH = 4;

/**
 * Takes out of texts what a URL may hold of secrets: nodes and gateways repeat in refusals who asked, or with what.
 * @returns a function of the text
 */
export function withoutSecrets(url: URL): (text: string) => string {
  const secrets = [...new Set(secretsOf(url))].sort((one, other) => other.length - one.length);
  if (secrets.length === 0) return (text) => text;
  const any = new RegExp(secrets.map((secret) => secret.replace(/[^a-z0-9]/gi, '\\$&')).join('|'), 'gi');
  return (text) => text.replaceAll(any, '…');
}

function secretsOf(url: URL): string[] {
  const { hostname, pathname, searchParams, username, password } = url;
  const segments = pathname.split('/').filter((part) => part.length >= KEY_LENGTH || looksLikeKey(part));
  const given = [username, password, ...segments].flatMap((part) => [part, percentDecoded(part)]);
  const { authorization = '' } = basicCredentials(url);
  const sent = authorization.slice('Basic '.length);
  const labels = hostname.split('.').filter(looksLikeKey);
  return [...given, sent, ...searchParams.values(), ...labels].filter(
    (secret) => secret.length >= SECRET_LENGTH,
  );
}

import { percentDecoded } from './percent-decoded.js';

/** The `Authorization` header for a URL with user and password; nothing for a URL without. */
export function basicCredentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') return {};
  const text = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}
